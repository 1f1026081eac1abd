import { beforeEach, describe, expect, it } from 'vitest';
import { ownedStores } from '#web/api/session/per-owner.ts';
import { draftsOf, merged } from './drafts.ts';

interface Fields {
  name: string;
  price: string;
}

const SAVED: Fields = { name: 'Tray', price: '24' };
const THEIRS: Fields = { name: 'Tray', price: '26' };
const drafts = draftsOf<Fields, Fields>();
// The list is of the app's stores, not of those that tests make.
ownedStores.splice(ownedStores.indexOf(drafts.store), 1);
const form = (saved: Fields, version = 2) => merged(saved, version, drafts.get('tray'));

beforeEach(() => drafts.drop('tray'));

describe('a form over what somebody else saved meanwhile', () => {
  it('shows their change where nothing was typed, and keeps what was', () => {
    drafts.edit('tray', SAVED, { name: 'Rolling tray' }, 1);
    expect(form(THEIRS)).toEqual({
      fields: { name: 'Rolling tray', price: '26' },
      edited: ['name'],
      others: ['price'],
      conflicts: [],
    });
  });

  it('asks for one of both where both changed the same, and again when they change it again', () => {
    drafts.edit('tray', SAVED, { price: '25' }, 1);
    expect(form(THEIRS).conflicts).toEqual(['price']);
    drafts.keepMine('tray', 'price', 2);
    expect(form(THEIRS)).toMatchObject({ fields: { price: '25' }, conflicts: [] });
    expect(form({ ...THEIRS, price: '27' }, 3).conflicts).toEqual(['price']);
  });

  it('does not ask again for what was given up and is typed anew', () => {
    drafts.edit('tray', SAVED, { name: 'Rolling tray', price: '25' }, 1);
    drafts.takeTheirs('tray', 'price', THEIRS);
    expect(form(THEIRS)).toMatchObject({ fields: { price: '26' }, edited: ['name'], others: [] });
    drafts.edit('tray', THEIRS, { price: '28' }, 2);
    expect(form(THEIRS)).toMatchObject({ edited: ['name', 'price'], conflicts: [] });
  });

  it('does not ask about what is typed after their change has shown', () => {
    drafts.edit('tray', SAVED, { name: 'Rolling tray' }, 1);
    drafts.edit('tray', THEIRS, { price: '28' }, 2);
    expect(form(THEIRS)).toMatchObject({ fields: { price: '28' }, others: ['price'], conflicts: [] });
  });

  it('is as it was saved once all was given up', () => {
    drafts.edit('tray', SAVED, { price: '25' }, 1);
    drafts.takeTheirs('tray', 'price', THEIRS);
    expect(form(THEIRS)).toEqual({ fields: THEIRS, edited: [], others: [], conflicts: [] });
  });

  it('brings back what was refused, unless something was typed since', () => {
    drafts.restore('tray', { edits: { price: '25' }, seen: SAVED });
    drafts.restore('tray', { edits: { price: '99' }, seen: SAVED });
    expect(form(SAVED).fields.price).toBe('25');
  });
});
