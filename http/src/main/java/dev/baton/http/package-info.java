/** The HTTP API as a servlet: for the service of its own, and for any web application under that application's security. */
@NullMarked
package dev.baton.http;

import org.jspecify.annotations.NullMarked;
