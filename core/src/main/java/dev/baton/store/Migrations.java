package dev.baton.store;

import java.util.List;

/**
 * The steps by which a database becomes a store's, apart from any engine: to be read, compared with what was applied, or applied by
 * who may change tables. A store that is opened applies what is missing by itself, unless it is told not to.
 */
public interface Migrations {

    /** All steps as SQL, for those who apply it by themselves. */
    String print();

    /** The same of the steps that are missing; nothing if none is. */
    String printMissing();

    /** Looks what was applied, and changes nothing. Throws if this version cannot work with what is there. */
    Status check();

    /** Applies what is missing, and answers what that was. Of several that do so at once one does it, and the others find it done. */
    List<String> apply();

    /**
     * Which steps were applied and which are missing, by their names, in their order. What a newer version has applied is among
     * the first as long as this one can work with it.
     */
    record Status(List<String> applied, List<String> missing) {

        /** As they were found. */
        public Status {
            applied = List.copyOf(applied);
            missing = List.copyOf(missing);
        }

        /** Whether nothing is missing. */
        public boolean isUpToDate() {
            return missing.isEmpty();
        }
    }
}
