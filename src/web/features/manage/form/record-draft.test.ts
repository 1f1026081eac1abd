// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import {
  dropDraft,
  editDraft,
  formOf,
  keepMine,
  NO_DRAFT,
  restoreDraft,
  takeTheirs,
  useDrafts,
} from './record-draft.ts';

const SUBJECT = 'staff 1';
const saved = { name: 'Ann', role: 'staff' };
const draft = () => useDrafts.getState()[SUBJECT] ?? NO_DRAFT;

beforeEach(() => dropDraft(SUBJECT));

it('shows what is saved until somebody types, and names what differs', () => {
  expect(formOf(saved, 1, draft())).toMatchObject({ fields: saved, changed: [], conflicts: [] });
  editDraft(SUBJECT, saved, 1, { name: 'Anna' });
  expect(formOf(saved, 1, draft())).toMatchObject({ fields: { name: 'Anna', role: 'staff' }, changed: ['name'] });
  editDraft(SUBJECT, saved, 1, { name: 'Ann' });
  expect(formOf(saved, 1, draft()).changed).toEqual([]);
});

it('shows what somebody else saved, and asks where both changed the same', () => {
  editDraft(SUBJECT, saved, 1, { name: 'Anna' });
  const theirs = { name: 'Annie', role: 'manager' };
  expect(formOf(theirs, 2, draft())).toMatchObject({
    fields: { name: 'Anna', role: 'manager' },
    others: ['name', 'role'],
    conflicts: ['name'],
    seen: saved,
  });
  keepMine(SUBJECT, 'name', 2);
  expect(formOf(theirs, 2, draft())).toMatchObject({ conflicts: [], changed: ['name'] });
  // They change it again, so the conflict is back.
  expect(formOf({ ...theirs, name: 'Nan' }, 3, draft()).conflicts).toEqual(['name']);
  takeTheirs(SUBJECT, 'name');
  // No edits are left, and no change is reported any more.
  expect(formOf(theirs, 3, draft())).toMatchObject({ fields: theirs, others: [], seen: null });
});

it('does not ask about what is typed after their change has shown', () => {
  editDraft(SUBJECT, saved, 1, { name: 'Anna' });
  const theirs = { name: 'Ann', role: 'manager' };
  editDraft(SUBJECT, theirs, 2, { role: 'staff' });
  expect(formOf(theirs, 2, draft())).toMatchObject({ fields: { role: 'staff' }, others: ['role'], conflicts: [] });
});

it('gets back what was refused, unless something was typed since', () => {
  restoreDraft(SUBJECT, { edits: { name: 'Anna' }, seen: saved });
  expect(formOf(saved, 1, draft()).fields.name).toBe('Anna');
  restoreDraft(SUBJECT, { edits: { name: 'Other' }, seen: saved });
  expect(formOf(saved, 1, draft()).fields.name).toBe('Anna');
});
