import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { marginsRoute } from '#contract/costs.ts';
import type { ReplyOf } from '#contract/route.ts';
import { belowFloor } from '#domain/margin.ts';
import { type BasisPoints, type Cents, centsOf } from '#domain/money.ts';
import { call } from '#web/api/call/call.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';
import { useMay } from '#web/api/session/session.ts';

type Reply = ReplyOf<typeof marginsRoute>;

/** Costs and margins as the screens read them. Margins are in hundredths of a percent. */
export interface Margins {
  readonly floor: BasisPoints | null;
  readonly version: number;
  readonly ofProduct: ReadonlyMap<number, { readonly cost: Cents; readonly margin: BasisPoints | null }>;
  readonly ofRule: ReadonlyMap<number, { readonly cost: Cents; readonly name: string }>;
}

// Of what changes of the catalogue make stale.
const KEY = [...queryKeys.pricing, 'margins'];
const hundredths = (percent: number | null): BasisPoints | null =>
  percent === null ? null : Math.round(percent * 100);

function marginsFrom({ floor, version, products, rules }: Reply): Margins {
  return {
    floor: hundredths(floor),
    version,
    ofProduct: new Map(
      products.map(({ product_id: id, cost, margin }) => [id, { cost: centsOf(cost), margin: hundredths(margin) }]),
    ),
    ofRule: new Map(rules.map(({ rule_id: id, product_name: name, cost }) => [id, { name, cost: centsOf(cost) }])),
  };
}

/** The costs and margins of the shop; null until they are here, and for people who may not see costs. */
export function useMargins(): Margins | null {
  const may = useMay('see-costs');
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(marginsRoute, { signal }),
    enabled: may,
    // Purchase orders change costs, too.
    staleTime: 0,
  });
  return useMemo(() => (data && may ? marginsFrom(data) : null), [data, may]);
}

export function marginsChanged(): void {
  void queryClient.invalidateQueries({ queryKey: KEY });
}

/** Marks a margin below the floor of the shop. @param margin in percent; undefined for people who may not see it */
export function BelowFloor({ margin, floor }: { margin: number | null | undefined; floor: BasisPoints | null }) {
  const remark = belowFloor(hundredths(margin ?? null), floor);
  return remark === null ? null : <span className="text-yellow">Margin {remark}</span>;
}
