package dev.baton.store;

/** A transaction that the caller began and will end. Each store knows its own kind and refuses others. */
public interface StoreTransaction {}
