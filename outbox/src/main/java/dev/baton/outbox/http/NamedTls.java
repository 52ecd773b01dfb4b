package dev.baton.outbox.http;

import java.security.SecureRandom;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;

/**
 * TLS with one host, whatever address it is reached at: the host's name is what the other side is asked for, and what its certificate has to
 * be for. A certificate for the address alone is not enough.
 */
final class NamedTls extends SSLContext {

    NamedTls(SSLContext context, String host) {
        super(new Spi(context, host), context.getProvider(), context.getProtocol());
    }

    private static final class Spi extends SSLContextSpi {

        private final SSLContext context;
        private final String host;

        private Spi(SSLContext context, String host) {
            this.context = context;
            this.host = host;
        }

        /** The JDK's client names the address here, as it knows no other name; the certificate is checked against what is named. */
        @Override
        protected SSLEngine engineCreateSSLEngine(String address, int port) {
            return context.createSSLEngine(host, port);
        }

        /** What the client asks for where it has no name of its own, as with an address. */
        @Override
        protected SSLParameters engineGetDefaultSSLParameters() {
            SSLParameters parameters = context.getDefaultSSLParameters();
            parameters.setServerNames(List.of(new SNIHostName(host)));
            return parameters;
        }

        @Override
        protected SSLEngine engineCreateSSLEngine() {
            throw nameless();
        }

        @Override
        protected SSLSocketFactory engineGetSocketFactory() {
            throw nameless();
        }

        @Override
        protected SSLServerSocketFactory engineGetServerSocketFactory() {
            throw nameless();
        }

        private static UnsupportedOperationException nameless() {
            return new UnsupportedOperationException("No connection without a name to check");
        }

        @Override
        protected void engineInit(KeyManager[] own, TrustManager[] trusted, SecureRandom random) {
            throw new UnsupportedOperationException("It is as it was given");
        }

        @Override
        protected SSLSessionContext engineGetServerSessionContext() {
            return context.getServerSessionContext();
        }

        @Override
        protected SSLSessionContext engineGetClientSessionContext() {
            return context.getClientSessionContext();
        }

        @Override
        protected SSLParameters engineGetSupportedSSLParameters() {
            return context.getSupportedSSLParameters();
        }
    }
}
