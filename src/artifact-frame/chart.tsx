import { type ReactElement } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import {
  Area,
  AreaChart,
  Bar,
  BarChart,
  CartesianGrid,
  Legend,
  Line,
  LineChart,
  Pie,
  PieChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import type { ChartSpec } from '#contract/artifact-frame.ts';
import { placeWords, valueWords } from './axis-words.ts';
import type { Show } from './frame.ts';

/** Told apart by people who see red and green alike (Okabe and Ito), in tones that read on both grounds. */
const COLOURS = ['#3d9a6e', '#4f8fd6', '#d9822b', '#b07cc6', '#c9a227', '#d65a5a', '#4db6ac', '#8d99ae'];

const FORMAT: Record<NonNullable<ChartSpec['unit']>, Intl.NumberFormat> = {
  usd: new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }),
  number: new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 }),
  percent: new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 }),
};

type Row = Readonly<Record<string, unknown>>;

/** Rows of a tool carry money as text. */
function withNumbers(rows: readonly Row[], fields: readonly string[]): Row[] {
  return rows.map((row) => ({
    ...row,
    ...Object.fromEntries(fields.map((field) => [field, row[field] === null ? null : Number(row[field])])),
  }));
}

function Chart({ spec, rows }: { spec: ChartSpec; rows: readonly Row[] }) {
  const data = withNumbers(
    rows,
    spec.series.map(({ field }) => field),
  );
  if (data.length === 0) return <p className="empty">There is nothing to draw.</p>;
  return (
    <figure>
      {spec.title && <figcaption>{spec.title}</figcaption>}
      <div className="plot">
        <ResponsiveContainer width="100%" height="100%">
          {drawing(spec, data)}
        </ResponsiveContainer>
      </div>
    </figure>
  );
}

function drawing(spec: ChartSpec, data: Row[]): ReactElement {
  const say = (value: unknown) => FORMAT[spec.unit ?? 'number'].format(Number(value));
  const nameOf = ({ field, label }: ChartSpec['series'][number]) => label ?? field.replaceAll('_', ' ');
  const axes = [
    <CartesianGrid key="grid" vertical={false} stroke="var(--line)" />,
    <XAxis
      key="x"
      dataKey={spec.x}
      tick={{ fill: 'var(--ink-2)', fontSize: 12 }}
      stroke="var(--line)"
      minTickGap={24}
      tickFormatter={(place: unknown) => placeWords(place)}
    />,
    <YAxis
      key="y"
      width={56}
      tick={{ fill: 'var(--ink-2)', fontSize: 12 }}
      stroke="var(--line)"
      tickFormatter={(value: number) => valueWords(value, spec.unit)}
    />,
    <Tooltip
      key="tip"
      formatter={(value) => say(value)}
      labelFormatter={(place) => placeWords(place, true)}
      contentStyle={{ background: 'var(--raised)', border: '1px solid var(--line)', borderRadius: 8 }}
      cursor={{ fill: 'var(--hover)', stroke: 'var(--line)' }}
    />,
    ...(spec.series.length > 1 ? [<Legend key="legend" />] : []),
  ];
  const common = { data, margin: { top: 8, right: 16, bottom: 8, left: 0 } };
  const stack = spec.stacked ? { stackId: 'all' } : {};
  const each = <Part,>(draw: (of: { key: string; dataKey: string; name: string; colour: string }) => Part): Part[] =>
    spec.series.map((one, index) =>
      draw({ key: one.field, dataKey: one.field, name: nameOf(one), colour: COLOURS[index % COLOURS.length] ?? '' }),
    );
  switch (spec.type) {
    case 'bar':
      return (
        <BarChart {...common}>
          {axes}
          {each(({ key, colour, ...of }) => (
            <Bar
              key={key}
              {...of}
              {...stack}
              fill={colour}
              radius={spec.stacked ? 0 : [3, 3, 0, 0]}
              isAnimationActive={false}
            />
          ))}
        </BarChart>
      );
    case 'line':
      return (
        <LineChart {...common}>
          {axes}
          {each(({ key, colour, ...of }) => (
            <Line key={key} {...of} stroke={colour} strokeWidth={2} dot={data.length < 40} isAnimationActive={false} />
          ))}
        </LineChart>
      );
    case 'area':
      return (
        <AreaChart {...common}>
          {axes}
          {each(({ key, colour, ...of }) => (
            <Area
              key={key}
              {...of}
              {...stack}
              stroke={colour}
              fill={colour}
              fillOpacity={0.25}
              isAnimationActive={false}
            />
          ))}
        </AreaChart>
      );
    case 'pie': {
      const [series] = spec.series;
      return (
        <PieChart>
          {axes.filter(({ key }) => key === 'tip')}
          <Legend />
          <Pie
            data={data.map((row, index) => ({
              ...row,
              fill: COLOURS[index % COLOURS.length],
              stroke: 'var(--ground)',
            }))}
            dataKey={series?.field ?? ''}
            nameKey={spec.x}
            innerRadius="45%"
            isAnimationActive={false}
          />
        </PieChart>
      );
    }
  }
}

let root: Root | null = null;

/** The page has checked the specification. */
const show: Show = ({ code, data }) => {
  const spec = JSON.parse(code) as ChartSpec;
  const place = document.getElementById('root') ?? document.body.appendChild(document.createElement('div'));
  place.id = 'root';
  root ??= createRoot(place, { onUncaughtError: (error) => reportError(error) });
  root.render(<Chart spec={spec} rows={data?.rows ?? spec.data ?? []} />);
};

window.artifactRuntime = show;
