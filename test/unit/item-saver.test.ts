/** How the page of an item saves: what is sent, what waits, and what the browser keeps meanwhile. */
import { describe, expect, it } from 'vitest';
import { LecternError } from '../../client/index.js';
import {
  createItemSaver,
  type ItemCopy,
  type ItemSaver,
  type SaverState,
} from '../../web/console/item/item-saver.js';

interface Page {
  saver: ItemSaver;
  state(): SaverState;
}

/** The browser's copy, which all tabs share. */
const browser = () => {
  let stored: ItemCopy | null = null;
  return {
    read: () => stored,
    write: (copy: ItemCopy) => {
      stored = copy;
    },
    remove: () => {
      stored = null;
    },
  };
};

const open = (copies: ReturnType<typeof browser>, send: (body: object) => Promise<void>): Page => {
  let state: SaverState = { pending: {}, conflicts: [], save: null };
  const show = (next: SaverState): void => {
    state = next;
  };
  return { saver: createItemSaver({ copies, send, show }), state: () => state };
};

const refusal = (status: number, details: { path: string; message: string }[] = []) =>
  new LecternError(status, 'ValidationError', 'not valid', details);

describe('the saver of an item', () => {
  it('keeps what another tab has not saved yet', async () => {
    const copies = browser();
    const broken = open(copies, () => Promise.reject(new Error('no connection')));
    const working = open(copies, () => Promise.resolve());
    broken.saver.change({ description: 'Written in a tunnel' }, { description: null });
    await expect(broken.saver.flush()).rejects.toThrow('no connection');
    working.saver.change({ title: 'Light' }, { title: 'Dark' });
    await working.saver.flush();
    expect(working.state().save).toEqual({ is: 'saved' });
    expect(copies.read()).toEqual({
      pending: { description: 'Written in a tunnel' },
      seen: { description: null },
    });
  });

  it('saves the other fields where one is refused, and that one once it is changed', async () => {
    const sent: object[] = [];
    const copies = browser();
    const { saver, state } = open(copies, (body) => {
      sent.push(body);
      return 'title' in body && body.title === 'x'.repeat(256)
        ? Promise.reject(refusal(422, [{ path: 'title', message: 'is too long' }]))
        : Promise.resolve();
    });
    saver.change({ title: 'x'.repeat(256), subTitle: 'Short' }, { title: 'Dark', subTitle: null });
    await expect(saver.flush()).rejects.toThrow('not valid');
    expect(sent.at(-1)).toEqual({ subTitle: 'Short', _base: { subTitle: null } });
    expect(state()).toMatchObject({ pending: { title: 'x'.repeat(256) }, save: { is: 'notSaved' } });
    saver.change({ title: 'Light' }, { title: 'Dark' });
    await saver.flush();
    expect(sent.at(-1)).toEqual({ title: 'Light', _base: { title: 'Dark' } });
    expect(state()).toMatchObject({ pending: {}, save: { is: 'saved' } });
    expect(copies.read()).toBeNull();
  });

  it('sends what was typed during a save with what that save has written', async () => {
    const sent: object[] = [];
    let finish = (): void => undefined;
    const { saver } = open(browser(), (body) => {
      sent.push(body);
      return new Promise((resolve) => {
        finish = resolve;
      });
    });
    saver.change({ title: 'One' }, { title: 'None' });
    const first = saver.flush();
    await expect.poll(() => sent.length).toBe(1);
    saver.change({ title: 'Two' }, { title: 'None' });
    const second = saver.flush();
    finish();
    await first;
    await expect.poll(() => sent.length).toBe(2);
    finish();
    await second;
    expect(sent).toEqual([
      { title: 'One', _base: { title: 'None' } },
      { title: 'Two', _base: { title: 'One' } },
    ]);
  });
});
