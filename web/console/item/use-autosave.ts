/** Saves what is typed: to the draft of a public item, else to the item. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { unwrap, useAccount, type Schemas } from '../api/account.js';
import { localCopies } from '../parts/browser-copies.js';
import { createValue, useValue } from '../parts/value.js';
import {
  createItemSaver,
  type ItemChanges,
  type ItemCopy,
  type ItemField,
  type SaverState,
} from './item-saver.js';

export interface Autosave extends SaverState {
  /** How often something has been saved here. */
  saves: number;
  change(changes: ItemChanges): void;
  /** Saves now. @throws {LecternError} */
  flush(): Promise<void>;
  keepMine(field: ItemField): void;
  /** @returns the value that is given up */
  keepTheirs(field: ItemField): unknown;
}

const NOTHING: SaverState = { pending: {}, conflicts: [], save: null };

/**
 * @param item with its pending changes, as it is shown
 * @param toDraft whether the changes wait for an editor, or for "Update public page"
 */
export const useAutosave = (item: Schemas['Item'], toDraft: boolean): Autosave => {
  const { api, keys, person, shortName, may } = useAccount();
  const client = useQueryClient();
  const { id: itemId } = item;
  const [state] = useState(() => createValue(NOTHING));
  const [saves, setSaves] = useState(0);
  const mayDraft = may('content:draft');
  // One saver, also when the item becomes public meanwhile: what was typed is sent to one place.
  const isForDraft = useRef(toDraft);
  useEffect(() => {
    isForDraft.current = toDraft;
  }, [toDraft]);
  const saver = useMemo(
    () =>
      createItemSaver({
        copies: localCopies<ItemCopy>(person.id, shortName, 'item', itemId),
        show: state.set,
        send: async (body) => {
          const call = { params: { path: { itemId } }, body };
          if (isForDraft.current) await unwrap(api.PATCH('/items/{itemId}/draft', call));
          else await unwrap(api.PATCH('/items/{itemId}', call));
          await client.invalidateQueries({ queryKey: keys.every('items') });
          setSaves((count) => count + 1);
        },
      }),
    [api, client, itemId, keys, person.id, shortName, state],
  );

  // Leaving the screen saves at once; leaving the page asks first.
  const isUnsaved = useEffectEvent(() => Object.keys(state.get().pending).length > 0);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => {
      if (isUnsaved()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    if (mayDraft) saver.resume();
    return () => {
      window.removeEventListener('beforeunload', ask);
      saver.flush().catch(() => undefined);
    };
  }, [saver, mayDraft]);

  return {
    ...useValue(state),
    ...saver,
    saves,
    change: (changes) => saver.change(changes, valuesOf(item, Object.keys(changes) as ItemField[])),
  };
};

/** The item's values of these fields, as a change has them. */
const valuesOf = (item: Schemas['Item'], fields: readonly ItemField[]): ItemChanges =>
  Object.fromEntries(
    fields.map((field) => {
      const value = item[field as keyof Schemas['Item']];
      return [field, Array.isArray(value) ? value.map(({ id }: { id: number }) => ({ id })) : value];
    }),
  );
