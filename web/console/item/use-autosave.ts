/**
 * Saves the fields that changed, and only those: to the draft of a public item, else to the item. One save is under
 * way at a time, so that a slow connection never sends an older text after a newer one.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { unwrap, useAccount, type Schemas } from '../api/account.js';
import { messageOf } from '../api/session-api.js';

export type ItemChanges = Schemas['ItemChanges'];
export type SaveState = { is: 'saved' | 'saving' } | { is: 'notSaved'; message: string };

const PAUSE_MS = 600;
const RETRY_MS = 5_000;

export interface Autosave {
  /** What was typed and is not saved yet. */
  pending: ItemChanges;
  state: SaveState | null;
  change(changes: ItemChanges): void;
  /** Saves now. @throws {LecternError} */
  flush(): Promise<void>;
}

/** @param toDraft whether the changes wait for an editor, or for "Update public page" */
export const useAutosave = (itemId: number, toDraft: boolean): Autosave => {
  const { api, keys } = useAccount();
  const client = useQueryClient();
  const [pending, setPending] = useState<ItemChanges>({});
  const [state, setState] = useState<SaveState | null>(null);
  const unsaved = useRef<ItemChanges>({});
  const running = useRef<Promise<void>>(Promise.resolve());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const save = useCallback(async () => {
    const sent = unsaved.current;
    if (Object.keys(sent).length === 0) return;
    setState({ is: 'saving' });
    const call = { params: { path: { itemId } }, body: sent };
    try {
      if (toDraft) await unwrap(api.PATCH('/items/{itemId}/draft', call));
      else await unwrap(api.PATCH('/items/{itemId}', call));
      await client.invalidateQueries({ queryKey: keys.every('items') });
      // What was typed meanwhile stays.
      unsaved.current = Object.fromEntries(
        Object.entries(unsaved.current).filter(([name, value]) => sent[name as keyof ItemChanges] !== value),
      );
      setPending(unsaved.current);
      setState({ is: Object.keys(unsaved.current).length > 0 ? 'saving' : 'saved' });
    } catch (error) {
      setState({ is: 'notSaved', message: messageOf(error) });
      throw error;
    }
  }, [api, client, itemId, keys, toDraft]);

  const flush = useCallback((): Promise<void> => {
    clearTimeout(timer.current);
    const next = running.current.catch(() => undefined).then(save);
    running.current = next;
    return next;
  }, [save]);

  const change = (changes: ItemChanges): void => {
    unsaved.current = { ...unsaved.current, ...changes };
    setPending(unsaved.current);
    setState({ is: 'saving' });
    clearTimeout(timer.current);
    const saveSoon = (): void => {
      flush().catch(() => {
        timer.current = setTimeout(saveSoon, RETRY_MS);
      });
    };
    timer.current = setTimeout(saveSoon, PAUSE_MS);
  };

  // Leaving the screen saves at once; leaving the page asks first.
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => {
      if (Object.keys(unsaved.current).length > 0) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => {
      window.removeEventListener('beforeunload', ask);
      flush().catch(() => undefined);
    };
  }, [flush]);

  return { pending, state, change, flush };
};
