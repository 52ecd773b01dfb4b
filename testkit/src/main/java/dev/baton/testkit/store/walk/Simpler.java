package dev.baton.testkit.store.walk;

import dev.baton.store.ClaimRequest;
import dev.baton.store.Route;
import dev.baton.store.Terms;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;

/** A step with one thing less in it, in all the ways there are. */
final class Simpler {

    private Simpler() {}

    static List<Step> than(Step step) {
        if (step instanceof Step.Insert insert) {
            return fewer(insert.jobs(), Step.Insert::new);
        } else if (step instanceof Step.MoveCursor move) {
            return fewer(
                    move.jobs(), jobs -> new Step.MoveCursor(move.name(), move.back(), move.from(), move.to(), jobs));
        } else if (step instanceof Step.Finish finish) {
            return fewer(finish.ends(), Step.Finish::new);
        } else if (step instanceof Step.Keep keep) {
            return fewer(keep.kept(), Step.Keep::new);
        } else if (step instanceof Step.Command command) {
            return fewer(command.commands(), Step.Command::new);
        } else if (step instanceof Step.Rehearse rehearse) {
            return fewer(rehearse.commands(), Step.Rehearse::new);
        } else if (step instanceof Step.InTransaction within) {
            return fewer(within.parts(), parts -> new Step.InTransaction(parts, within.commit()));
        } else if (step instanceof Step.Claim claim) {
            return fewer(claim.request());
        }
        return List.of();
    }

    private static <T> List<Step> fewer(List<T> all, Function<List<T>, Step> step) {
        return IntStream.range(0, all.size() > 1 ? all.size() : 0)
                .mapToObj(i -> {
                    var rest = new ArrayList<>(all);
                    rest.remove(i);
                    return step.apply(rest);
                })
                .toList();
    }

    private static List<Step> fewer(ClaimRequest request) {
        var simpler = new ArrayList<Step>();
        if (!request.caps().isEmpty()) {
            simpler.add(claim(request, request.routes(), List.of()));
        }
        for (Route route : request.routes().keySet()) {
            Map<Route, Terms> rest = new LinkedHashMap<>(request.routes());
            rest.remove(route);
            simpler.add(claim(request, rest, request.caps()));
        }
        return simpler;
    }

    private static Step claim(ClaimRequest request, Map<Route, Terms> routes, List<ClaimRequest.Cap> caps) {
        return new Step.Claim(new ClaimRequest(
                request.node(), routes, caps, request.total(), request.lastChances(), request.share()));
    }
}
