import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { Point, Table } from './summary-tables.ts';
import { roundTicks } from './summary-ticks.ts';

const TICK = { fill: 'var(--ink-3)', fontSize: 12 };
const BAR_PX = 30;
const COLUMNS_PX = 220;
const LONGEST_NAME = 24;

/** Short amounts for the axis: "$1.2k". */
function dollars(value: number): string {
  return `$${new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 }).format(value)}`;
}

function short(name: string): string {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name;
}

/** A table as a chart: columns over time, or bars by size. The table below has the same figures. */
export function SummaryChart({ points, shape }: Pick<Table, 'points' | 'shape'>) {
  const common = { data: [...points], accessibilityLayer: false };
  const ticks = roundTicks(points.map(({ value }) => value));
  const domain = [ticks[0] ?? 0, ticks.at(-1) ?? 0];
  const axis = {
    ticks,
    domain,
    interval: 0 as const,
    tick: TICK,
    tickLine: false,
    axisLine: false,
    tickFormatter: dollars,
  };
  const tooltip = <Tooltip isAnimationActive={false} cursor={{ fill: 'var(--hover)' }} content={Bubble} />;
  if (shape === 'columns') {
    return (
      <ResponsiveContainer width="100%" height={COLUMNS_PX}>
        <BarChart {...common} margin={{ top: 8, right: 4, bottom: 0, left: 0 }}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis dataKey="name" tick={TICK} tickLine={false} axisLine={false} minTickGap={24} />
          <YAxis {...axis} width={52} />
          {tooltip}
          <Bar dataKey="value" fill="var(--accent)" radius={[3, 3, 0, 0]} maxBarSize={40} isAnimationActive={false} />
        </BarChart>
      </ResponsiveContainer>
    );
  }
  return (
    <ResponsiveContainer width="100%" height={points.length * BAR_PX + 30}>
      <BarChart {...common} layout="vertical" margin={{ top: 0, right: 28, bottom: 0, left: 0 }}>
        <CartesianGrid horizontal={false} stroke="var(--line)" />
        <XAxis type="number" {...axis} />
        <YAxis
          type="category"
          dataKey="name"
          tick={TICK}
          tickLine={false}
          axisLine={false}
          width={176}
          interval={0}
          tickFormatter={short}
        />
        {tooltip}
        <Bar dataKey="value" fill="var(--accent)" radius={[0, 3, 3, 0]} maxBarSize={18} isAnimationActive={false} />
      </BarChart>
    </ResponsiveContainer>
  );
}

function pointOf(payload: readonly { payload?: unknown }[] | undefined): Point | null {
  const point = payload?.[0]?.payload;
  return typeof point === 'object' && point !== null && 'shown' in point ? (point as Point) : null;
}

function Bubble({ active, payload }: { active?: boolean; payload?: readonly { payload?: unknown }[] }) {
  const point = active ? pointOf(payload) : null;
  if (!point) return null;
  return (
    <div className="rounded-sm bg-ink px-2 py-1 text-xs font-medium text-ground">
      {point.name}: {point.shown}
    </div>
  );
}
