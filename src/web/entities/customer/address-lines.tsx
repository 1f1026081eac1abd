import type { Address } from '#contract/wire.ts';

/** An address as on a letter; null if nothing of it is known. A country and a state alone are no address. */
function addressLines(address: Address): string[] | null {
  const { address_1: street, address_2: unit, city, state, postcode, company } = address;
  if (street === '' && city === '') return null;
  const town = [city, `${state} ${postcode}`.trim()].filter((part) => part !== '').join(', ');
  const name = `${address.first_name} ${address.last_name}`.trim();
  return [name, company, street, unit, town].filter((line) => line !== '');
}

export function AddressLines({ address, missing }: { address: Address; missing: string }) {
  const lines = addressLines(address);
  if (!lines) return <span className="text-ink-3">{missing}</span>;
  return (
    <address className="not-italic">
      {lines.map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
    </address>
  );
}
