import { Link } from '@tanstack/react-router';
import { CircleDollarSign, Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/controls/button.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { EmptyPanel, ErrorPanel, LoadingPanel } from '#web/ui/status/panels.tsx';
import { useBlueprints } from '../blueprints/blueprint-commands.ts';
import { AddRule } from './add-rule.tsx';
import { MarginFloor } from './margin-floor.tsx';
import { pricingAddress } from './pricing-address.ts';
import { usePricingRules } from './pricing-queries.ts';
import { RuleForm } from './rule-form.tsx';

/** The price tiers of each blueprint, present and planned. Rule: pricing/rules. */
export function PricingPage() {
  const rules = usePricingRules();
  const blueprints = useBlueprints();
  const { blueprint: asked } = pricingAddress.use();
  const [adding, setAdding] = useState(false);
  const error = rules.error ?? blueprints.error;
  if (!rules.data || !blueprints.data) {
    return error ? (
      <ErrorPanel
        title="Error Loading Pricing"
        error={error}
        onRetry={() => {
          void rules.refetch();
          void blueprints.refetch();
        }}
      />
    ) : (
      <LoadingPanel label="Loading pricing..." />
    );
  }
  const blueprint = blueprints.data.find(({ id }) => id === asked) ?? blueprints.data[0];
  if (!blueprint) {
    return (
      <div className="flex h-full flex-col gap-6 py-5">
        <MarginFloor />
        <EmptyPanel
          icon={<CircleDollarSign aria-hidden />}
          title="No blueprints"
          hint="Price tiers belong to a blueprint, and this shop has none. Products have prices of their own."
          action={
            <Link
              to="/manage/$page"
              params={{ page: 'blueprints' }}
              className="rounded-sm text-sm font-medium text-accent-ink underline"
            >
              Go to Blueprints
            </Link>
          }
        />
      </div>
    );
  }
  const own = rules.data.filter(({ blueprint_id: id }) => id === blueprint.id);
  const present = own.filter(({ begins }) => begins === null);
  const orphans = own.filter((later) => later.begins !== null && !present.some((rule) => isSameRule(rule, later)));
  return (
    <div className="flex flex-col gap-6 py-5">
      <div className="flex items-center gap-3 max-[640px]:flex-wrap">
        <Select
          label="Blueprint"
          value={String(blueprint.id)}
          options={blueprints.data.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(id) => pricingAddress.change({ blueprint: Number(id) })}
        />
        <span className="grow" />
        <MarginFloor />
        <Button icon={<Plus aria-hidden className="size-4" />} onClick={() => setAdding(true)}>
          Add rule
        </Button>
      </div>
      {own.length === 0 && (
        <EmptyPanel
          icon={<CircleDollarSign aria-hidden />}
          title={`${blueprint.name} has no tiers`}
          hint="Its products have prices of their own. A rule gives all of them tiers."
        />
      )}
      {[...present, ...orphans].map((rule) => (
        <RuleForm
          key={rule.id}
          rule={rule}
          later={own.filter((one) => one.id !== rule.id && one.begins !== null && isSameRule(rule, one))}
        />
      ))}
      {adding && <AddRule like={null} blueprint={blueprint} onClose={() => setAdding(false)} />}
    </div>
  );
}

function isSameRule(one: { name: string; price_class: string | null }, other: typeof one): boolean {
  return one.name === other.name && one.price_class === other.price_class;
}
