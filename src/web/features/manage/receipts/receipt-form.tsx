import type { ReactNode } from 'react';
import type { StoredLogo } from '#contract/receipts.ts';
import type { Route } from '#contract/route.ts';
import { QR_CONTENTS, type ReceiptStyle } from '#domain/receipt-paper.ts';
import { ReceiptPaper } from '#web/entities/receipt/receipt-paper.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/fields/field.tsx';
import { NotesField } from '#web/ui/fields/notes-field.tsx';
import { Select } from '#web/ui/fields/select.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { PictureField } from '../edit/picture-field.tsx';
import { FormNotices } from '../form/form-notices.tsx';
import type { RecordForm } from '../form/record-form.ts';
import { inWords, LABELS, problemsOf, QR_WORDS, type ReceiptFields, SHARED, UNCHOSEN } from './receipt-fields.ts';
import { storeLogo, useLogo } from './receipt-queries.ts';
import { sampleReceipt, type SampleShop } from './sample-receipt.ts';

interface Props {
  readonly form: Omit<RecordForm<ReceiptFields, Route>, 'save'>;
  readonly current: ReceiptFields;
  /** The settings of the whole business, in the form of a location; null in the form of the business. */
  readonly shared: ReceiptStyle | null;
  /** The settings from the form, for the sample. */
  readonly style: ReceiptStyle;
  readonly shop: SampleShop;
  readonly logos: readonly StoredLogo[];
  readonly onSave: () => Promise<unknown>;
}

/** Paper, logo, texts and QR code of receipts, next to a sample receipt. */
export function ReceiptForm({ form, current, shared, style, shop, logos, onSave }: Props) {
  const { fields, isSent, change } = form;
  const problems = problemsOf(fields);
  const logo = useLogo(style.logo, logos);
  const mayPress = Object.keys(problems).length === 0 && form.changed.length > 0 && form.conflicts.length === 0;
  const asShared = (says: string) =>
    shared === null ? [] : [{ value: SHARED, label: `As the whole business: ${says}` } as const];
  const hasOwnLogo = fields.logo !== SHARED && fields.logo !== 'none';

  return (
    <div className="mt-5 flex flex-wrap items-start gap-8 pb-8">
      <form
        aria-label="Receipts"
        noValidate
        className="flex min-w-72 max-w-xl grow basis-80 flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (mayPress) void onSave();
        }}
      >
        <Choice label={LABELS.paper}>
          {(id) => (
            <Select
              id={id}
              className="w-full"
              disabled={isSent}
              value={fields.paper}
              options={[
                ...asShared(`${shared?.paperMm ?? 80} mm`),
                { value: '58', label: '58 mm' },
                { value: '80', label: '80 mm' },
              ]}
              onChange={(paper) => change({ paper })}
            />
          )}
        </Choice>
        <Choice label={LABELS.logo}>
          {(id) => (
            <Select
              id={id}
              className="w-full"
              disabled={isSent}
              value={hasOwnLogo ? UNCHOSEN : fields.logo}
              options={[
                ...asShared(shared?.logo === 'none' ? 'none' : 'its logo'),
                { value: 'none', label: 'None' },
                { value: UNCHOSEN, label: shared === null ? 'A picture' : 'A picture of its own' },
              ]}
              onChange={(next) => !(next === UNCHOSEN && hasOwnLogo) && change({ logo: next })}
            />
          )}
        </Choice>
        {hasOwnLogo && (
          <div className="flex flex-col gap-1.5">
            <PictureField
              label="Picture of the logo"
              whole
              disabled={isSent}
              image={logo === null ? null : `data:image/png;base64,${logo.png}`}
              send={storeLogo}
              onChange={(next) => change({ logo: next ?? UNCHOSEN })}
            />
            <p className="text-sm text-ink-3">
              {problems.logo ?? 'Receipt printers have black dots only. Dark shapes on white print best.'}
            </p>
          </div>
        )}
        <NotesField
          label={LABELS.header}
          rows={3}
          maxLength={500}
          value={fields.header}
          disabled={isSent}
          onChange={(header) => change({ header })}
        />
        <NotesField
          label={LABELS.footer}
          rows={3}
          maxLength={500}
          value={fields.footer}
          disabled={isSent}
          onChange={(footer) => change({ footer })}
        />
        <p className="-mt-3 text-sm text-ink-3">
          {shared === null
            ? 'Locations may have lines of their own. Without any, the receipt ends with thanks.'
            : 'Left empty, the lines of the whole business stand there.'}
        </p>
        <Choice label={LABELS.qr}>
          {(id) => (
            <Select
              id={id}
              className="w-full"
              disabled={isSent}
              value={fields.qr}
              options={[
                ...asShared(QR_WORDS[shared?.qr ?? 'none'].toLowerCase()),
                ...QR_CONTENTS.map((value) => ({ value, label: QR_WORDS[value] })),
              ]}
              onChange={(qr) => change({ qr, ...(qr !== 'address' && { qrAddress: current.qrAddress }) })}
            />
          )}
        </Choice>
        {fields.qr === 'address' && (
          <TextField
            label={LABELS.qrAddress}
            type="url"
            maxLength={300}
            value={fields.qrAddress}
            disabled={isSent}
            hint="A phone that reads the code opens this page."
            error={form.isEdited ? problems.qrAddress : undefined}
            onChange={({ target }) => change({ qrAddress: target.value })}
          />
        )}
        <FormNotices form={form} current={current} what="receipt" labels={LABELS} say={inWords} />
        <div className="flex items-center justify-end gap-2">
          {form.isEdited && !isSent && (
            <Button variant="ghost" onClick={form.discard}>
              Discard
            </Button>
          )}
          <Button type="submit" variant="primary" busy={isSent} disabled={!mayPress && !isSent}>
            Save
          </Button>
        </div>
      </form>
      <section aria-label="Preview" className="sticky top-4 max-w-full shrink-0">
        <h3 className="mb-2 text-sm font-medium text-ink-2">{`Preview on ${style.paperMm} mm`}</h3>
        <div className="receipt-preview rounded-sm">
          <ReceiptPaper receipt={sampleReceipt(shop, style, logo)} />
        </div>
      </section>
    </div>
  );
}

function Choice({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  return <Field label={label}>{(control) => children(control.id)}</Field>;
}
