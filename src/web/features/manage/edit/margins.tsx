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

/** A product whose cost is the highest of several. */
interface Dearest {
  readonly cost: Cents;
  readonly name: string;
}

/** Costs and margins as the screens read them. Margins are in hundredths of a percent. */
export interface Margins {
  readonly floor: BasisPoints | null;
  readonly version: number;
  readonly ofProduct: ReadonlyMap<number, { readonly cost: Cents; readonly margin: BasisPoints | null }>;
  readonly ofRule: ReadonlyMap<number, Dearest>;
  readonly classes: readonly (Dearest & { readonly blueprintId: number; readonly priceClass: string | null })[];
}

// Every change of the catalogue makes it stale.
const KEY = [...queryKeys.pricing, 'margins'];
const hundredths = (percent: number | null): BasisPoints | null =>
  percent === null ? null : Math.round(percent * 100);

function marginsFrom({ floor, version, products, rules, classes }: Reply): Margins {
  return {
    floor: hundredths(floor),
    version,
    ofProduct: new Map(
      products.map(({ product_id: id, cost, margin }) => [id, { cost: centsOf(cost), margin: hundredths(margin) }]),
    ),
    ofRule: new Map(rules.map(({ rule_id: id, product_name: name, cost }) => [id, { name, cost: centsOf(cost) }])),
    classes: classes.map(({ blueprint_id: blueprintId, price_class: priceClass, product_name: name, cost }) => {
      return { blueprintId, priceClass, name, cost: centsOf(cost) };
    }),
  };
}

/** The dearest product that a new rule would price: that of one class, or of all without one. */
export function dearestOf(margins: Margins, blueprintId: number, priceClass: string): Dearest | undefined {
  return margins.classes
    .filter((one) => one.blueprintId === blueprintId && (priceClass === '' || one.priceClass === priceClass))
    .toSorted((one, other) => other.cost - one.cost)[0];
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
