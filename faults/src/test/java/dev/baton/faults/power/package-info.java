/** Power cuts: what was acknowledged is on the disk, whatever the operating system had not written yet. */
@NullMarked
package dev.baton.faults.power;

import org.jspecify.annotations.NullMarked;
