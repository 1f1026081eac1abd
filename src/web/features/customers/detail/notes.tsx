import { Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { CustomerNote } from '#contract/customer-care.ts';
import { sentenceOf } from '#web/api/call/call-error.ts';
import { useCommand } from '#web/api/commands/commands.ts';
import { useMay, useUser } from '#web/api/session/session.ts';
import { Checking } from '#web/entities/command/checking.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { displayInstant } from '#web/ui/dates.ts';
import { NotesField } from '#web/ui/fields/notes-field.tsx';
import { handFocusOn } from '#web/ui/layers/hand-focus.ts';
import { ask } from '#web/ui/layers/prompts.tsx';
import { Skeleton } from '#web/ui/status/skeleton.tsx';
import { addNoteCommand, customerSubject, deleteNoteCommand } from '../customer-commands.ts';
import { restoreNote, typeNote, useDrafts } from '../customers-drafts.ts';
import { useNotes } from '../customers-queries.ts';
import { showBanner } from '../list/customers-state.ts';

/** Notes by staff about a customer, newest first. Rule: customers/notes. */
export function Notes({ id }: { id: number }) {
  const { data, error, refetch } = useNotes(id);
  const mayWrite = useMay('edit-customers');
  // Not in the component of the note, which leaves the list before a lost answer is known.
  const deletion = useCommand(deleteNoteCommand, customerSubject(id, 'note deletion'), (outcome) => {
    if (outcome.kind === 'refused') showBanner(`The note was not deleted. ${sentenceOf(outcome.error)}`);
    handFocusOn(() => section.current?.querySelector('textarea'));
  });
  const section = useRef<HTMLElement>(null);

  async function remove(note: CustomerNote): Promise<void> {
    const confirmed = await ask({
      title: 'Delete note',
      message: note.text,
      confirmLabel: 'Delete note',
      tone: 'danger',
    });
    if (!confirmed) return;
    await deletion.send({
      title: `Delete a note about customer #${id}`,
      memo: null,
      params: { id: String(id), note_id: String(note.id) },
    });
  }

  return (
    <section ref={section} aria-label="Notes" className="min-w-0">
      <h3 className="mb-1.5 text-xs font-medium text-ink-3">Notes</h3>
      {mayWrite && <NewNote id={id} />}
      <Checking what="deletion" command={deletion.open} />
      {data ? (
        <ul className="flex max-h-56 flex-col gap-2.5 overflow-y-auto">
          {data.map((note) => (
            <Note key={note.id} note={note} busy={deletion.open !== null} onDelete={() => void remove(note)} />
          ))}
          {data.length === 0 && <li className="text-ink-3">No notes</li>}
        </ul>
      ) : error ? (
        <p role="alert" className="text-danger-ink">
          {sentenceOf(error)}{' '}
          <Button size="sm" onClick={() => void refetch()}>
            Retry
          </Button>
        </p>
      ) : (
        <Skeleton className="h-10" />
      )}
    </section>
  );
}

function Note({ note, busy, onDelete }: { note: CustomerNote; busy: boolean; onDelete: () => void }) {
  const { id: me, time_zone: timeZone } = useUser();
  const mayManage = useMay('manage-customers');
  return (
    <li className="flex items-start gap-2 border-l-2 border-line-strong pl-2.5">
      <div className="min-w-0 grow">
        <p className="wrap-anywhere whitespace-pre-wrap select-text">{note.text}</p>
        <p className="text-xs text-ink-3">
          {note.author ?? 'The server'}, {displayInstant(note.created_at, timeZone)}
        </p>
      </div>
      {(mayManage || note.author_id === me) && (
        <IconButton
          label={`Delete the note of ${displayInstant(note.created_at, timeZone)}`}
          icon={<Trash2 aria-hidden className="size-3.5" />}
          disabled={busy}
          onClick={onDelete}
        />
      )}
    </li>
  );
}

function NewNote({ id }: { id: number }) {
  const text = useDrafts(({ notes }) => notes.get(id) ?? '');
  const [refused, setRefused] = useState<string | null>(null);
  const command = useCommand(addNoteCommand, customerSubject(id, 'new note'), (outcome, memo, here) => {
    if (outcome.kind === 'elsewhere' && outcome.state === 'refused' && here && memo !== null) restoreNote(id, memo);
    if (outcome.kind === 'refused') setRefused(`The note was not saved. ${sentenceOf(outcome.error)}`);
    if (here) handFocusOn(() => form.current?.querySelector('textarea'));
  });
  const form = useRef<HTMLFormElement>(null);
  const shown = command.memo ?? text;

  async function save(): Promise<void> {
    if (text.trim() === '' || command.open) return;
    setRefused(null);
    // The text goes with the command, and comes back if that is refused.
    typeNote(id, '');
    const sent = await command.send({
      title: `Note about customer #${id}`,
      memo: text,
      params: { id: String(id) },
      body: { text: text.trim() },
    });
    if (!sent) restoreNote(id, text);
  }

  return (
    <form
      ref={form}
      className="mb-3"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <NotesField
        label="New note"
        value={shown}
        onChange={(typed) => typeNote(id, typed)}
        disabled={command.open !== null}
      />
      {refused !== null && (
        <p role="alert" className="mt-1.5 text-danger-ink">
          {refused}
        </p>
      )}
      <Checking what="note" command={command.open} />
      <Button type="submit" size="sm" className="mt-2" busy={command.open !== null} disabled={shown.trim() === ''}>
        Add note
      </Button>
    </form>
  );
}
