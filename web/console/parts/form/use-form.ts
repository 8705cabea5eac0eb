/** The state of a form: what was typed, what of it differs from the record, and why the server refused it. */
import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useState, type ChangeEvent, type SubmitEvent } from 'react';
import { LecternError } from '../../../../client/index.js';
import { messageOf } from '../../api/session-api.js';
import { useConfirmed } from '../use-confirmed.js';

type TextInputEvent = ChangeEvent<HTMLInputElement | HTMLTextAreaElement>;

export interface Form<T> {
  values: T;
  /** The fields that differ from the record. */
  changed: Partial<T>;
  isChanged: boolean;
  isSending: boolean;
  /** Why sending it failed, unless that stands beside a field; null if it did not. */
  failure: string | null;
  set(changes: Partial<T>): void;
  /** What the server said about a field. */
  errorOf(name: keyof T & string): string | undefined;
  /** Properties of an input for a text; an empty one is null where the record has null for none. */
  text(name: keyof T & string): {
    value: string;
    error: string | undefined;
    onChange(event: TextInputEvent): void;
  };
  submit(event: SubmitEvent<HTMLFormElement>): void;
}

interface FormOptions<T> {
  initial: T;
  /** @throws {LecternError} whose details name fields */
  send(form: { values: T; changed: Partial<T> }): Promise<void>;
  /** Keys of what the change makes stale. */
  stale: QueryKey[];
  /** What the server puts before the names of these fields, such as `settings.`. */
  prefix?: string;
  /** Whether what was filled in stays once it has been sent. */
  keepsEdits?: boolean;
  done?(): void;
}

export const useForm = <T extends object>({
  initial,
  send,
  stale,
  prefix = '',
  keepsEdits = false,
  done,
}: FormOptions<T>): Form<T> => {
  const client = useQueryClient();
  const confirmed = useConfirmed();
  const [edits, setEdits] = useState<Partial<T>>({});
  const [error, setError] = useState<unknown>(null);
  const [isSending, setSending] = useState(false);
  const values = { ...initial, ...edits };
  const changed = changesIn(initial, edits);
  const { fields, failure } = problemsOf(error, prefix, Object.keys(initial));
  const set = (changes: Partial<T>): void => setEdits((former) => ({ ...former, ...changes }));
  const run = async (): Promise<void> => {
    setSending(true);
    setError(null);
    try {
      await confirmed(() => send({ values, changed }));
      await Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })));
      if (!keepsEdits) setEdits({});
      done?.();
    } catch (failed) {
      setError(failed);
    } finally {
      setSending(false);
    }
  };
  return {
    values,
    changed,
    isChanged: Object.keys(changed).length > 0,
    isSending,
    failure,
    set,
    errorOf: (name) => fields.get(name),
    text: (name) => ({
      value: (values[name] as string | null | undefined) ?? '',
      error: fields.get(name),
      onChange: ({ currentTarget: { value } }) =>
        set({ [name]: value === '' && initial[name] === null ? null : value } as Partial<T>),
    }),
    submit: (event) => {
      event.preventDefault();
      // A form in a dialog is not part of the form around the dialog's button.
      event.stopPropagation();
      void run();
    },
  };
};

const changesIn = <T extends object>(initial: T, edits: Partial<T>): Partial<T> =>
  Object.fromEntries(
    Object.entries(edits).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(initial[name as keyof T]),
    ),
  ) as Partial<T>;

/** Problems by the field that they are about, and what is about none of them. */
const problemsOf = (
  error: unknown,
  prefix: string,
  names: readonly string[],
): { fields: Map<string, string>; failure: string | null } => {
  const fields = new Map<string, string>();
  if (error === null) return { fields, failure: null };
  const details = error instanceof LecternError ? error.details : [];
  const others: string[] = [];
  for (const { path, message } of details) {
    const name = names.find((one) => path === prefix + one || path.startsWith(`${prefix}${one}.`));
    if (name === undefined) others.push(`${path}: ${message}`);
    else fields.set(name, [fields.get(name), message].filter(Boolean).join('; '));
  }
  const isAtFields = fields.size > 0 && others.length === 0;
  return { fields, failure: isAtFields ? null : [messageOf(error), ...others].join(' ') };
};
