/** How this module starts other JVMs. */
@NullMarked
package dev.baton.faults.jvm;

import org.jspecify.annotations.NullMarked;
