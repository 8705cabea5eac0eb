/**
 * Saves the fields that changed, and only those, with the values that the person saw of them. One save is under way at a
 * time, so that a slow connection never sends an older text after a newer one. A field that somebody else has changed
 * meanwhile waits until the person has chosen one of both values; the others are saved.
 */
import { LecternError, type Schemas } from '../../../client/index.js';
import type { LocalCopies } from '../parts/local-copies.js';

export type ItemChanges = Omit<Schemas['ItemChanges'], '_base'>;
export type ItemField = keyof ItemChanges;

export interface FieldConflict {
  field: ItemField;
  base: unknown;
  theirs: unknown;
}

export type SaveState = { is: 'saved' | 'saving' } | { is: 'notSaved'; error: unknown };

export interface SaverState {
  /** What was typed and is not saved yet. */
  pending: ItemChanges;
  conflicts: readonly FieldConflict[];
  /** null before anything was typed. */
  save: SaveState | null;
}

/** What was typed, with the values that were seen of these fields. */
export interface ItemCopy {
  pending: ItemChanges;
  seen: ItemChanges;
}

export interface ItemSaver {
  /** Goes on with what this browser has kept, if anything. */
  resume(): void;
  /** @param seen the values of these fields that are shown */
  change(changes: ItemChanges, seen: ItemChanges): void;
  /** Saves now. @throws {LecternError} */
  flush(): Promise<void>;
  keepMine(field: ItemField): void;
  /** @returns the value that is given up */
  keepTheirs(field: ItemField): unknown;
}

interface SaverOptions {
  copies: LocalCopies<ItemCopy>;
  /** @throws {LecternError} */
  send(body: Schemas['ItemChanges']): Promise<void>;
  show(state: SaverState): void;
}

const PAUSE_MS = 600;
const RETRY_MS = 5_000;
const CONFLICT = 409;
const INVALID = 422;

export const createItemSaver = ({ copies, send, show }: SaverOptions): ItemSaver => {
  let pending: ItemChanges = {};
  let seen: ItemChanges = {};
  let conflicts: readonly FieldConflict[] = [];
  /** Fields that the server does not take as they are, and why: the others are saved. */
  const refused = new Map<string, Error>();
  /** Fields of this page in the browser's copy: another tab may have others of the same item. */
  let kept: readonly string[] = [];
  let running: Promise<void> = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const keep = (save: SaveState | null): void => {
    const stored = copies.read() ?? { pending: {}, seen: {} };
    const isOther = (field: string): boolean => !kept.includes(field);
    const copy = {
      pending: { ...pick(stored.pending, isOther), ...pending },
      seen: { ...pick(stored.seen, isOther), ...seen },
    };
    if (Object.keys(copy.pending).length > 0) copies.write(copy);
    else copies.remove();
    kept = Object.keys(pending);
    show({ pending, conflicts, save });
  };
  const isHeld = (field: string): boolean =>
    refused.has(field) || conflicts.some((conflict) => conflict.field === field);
  const drop = (field: ItemField): void => {
    pending = without(pending, field);
    seen = without(seen, field);
  };

  const save = async (): Promise<void> => {
    const sent = pick(pending, (field) => !isHeld(field));
    if (Object.keys(sent).length === 0) return;
    keep({ is: 'saving' });
    try {
      await send({ ...sent, _base: pick(seen, (field) => field in sent) });
    } catch (error) {
      const found = conflictsOf(error);
      const invalid = fieldsOf(error).filter((field) => field in sent);
      if (found.length + invalid.length === 0) {
        keep({ is: 'notSaved', error });
        throw error;
      }
      conflicts = [...conflicts, ...found];
      for (const field of invalid) refused.set(field, error as Error);
      keep({ is: 'saving' });
      await save();
      keep({ is: 'notSaved', error });
      throw error;
    }
    for (const [field, value] of Object.entries(sent) as [ItemField, never][])
      if (pending[field] === value) drop(field);
      else seen = { ...seen, [field]: value };
    const [problem] = refused.values();
    if (problem) keep({ is: 'notSaved', error: problem });
    else keep({ is: Object.keys(pending).every(isHeld) ? 'saved' : 'saving' });
  };

  const flush = (): Promise<void> => {
    clearTimeout(timer);
    const next = running.catch(() => undefined).then(save);
    running = next;
    return next;
  };

  const saveSoon = (afterMs: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      flush().catch((error: unknown) => {
        // Another try does not help what is refused; the next change is one.
        if (!isRefused(error)) saveSoon(RETRY_MS);
      });
    }, afterMs);
  };

  return {
    resume: () => {
      const copy = copies.read();
      if (!copy) return;
      ({ pending, seen } = copy);
      keep({ is: 'saving' });
      saveSoon(0);
    },
    change: (changes, values) => {
      for (const field of Object.keys(changes)) refused.delete(field);
      seen = { ...values, ...seen };
      pending = { ...pending, ...changes };
      keep({ is: 'saving' });
      saveSoon(PAUSE_MS);
    },
    flush,
    keepMine: (field) => {
      const conflict = conflicts.find((one) => one.field === field);
      seen = { ...seen, [field]: conflict?.theirs };
      conflicts = conflicts.filter((one) => one !== conflict);
      keep({ is: 'saving' });
      saveSoon(0);
    },
    keepTheirs: (field) => {
      const mine: unknown = pending[field];
      conflicts = conflicts.filter((one) => one.field !== field);
      drop(field);
      keep({ is: 'saved' });
      return mine;
    },
  };
};

const pick = (changes: ItemChanges, test: (field: string) => boolean): ItemChanges =>
  Object.fromEntries(Object.entries(changes).filter(([field]) => test(field)));

const without = (changes: ItemChanges, field: ItemField): ItemChanges =>
  pick(changes, (name) => name !== field);

const conflictsOf = (error: unknown): FieldConflict[] =>
  error instanceof LecternError && error.status === CONFLICT
    ? error.conflicts.map(({ path, base, theirs }) => ({ field: path as ItemField, base, theirs }))
    : [];

/** The fields that the server does not take. */
const fieldsOf = (error: unknown): string[] =>
  error instanceof LecternError && error.status === INVALID
    ? error.details.flatMap(({ path }) => path.split('.')[0] ?? [])
    : [];

/** Whether the server has read the changes and does not take them. */
const isRefused = (error: unknown): boolean =>
  error instanceof LecternError && [400, 403, 404, 409, 422].includes(error.status);
