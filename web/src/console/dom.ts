/** Builds the elements of the console's plain page. Texts are text, never markup. */
import { messageOf } from './api.js';

type Child = Node | string | false | null;

/** @param properties of the element */
export const element = <K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Partial<HTMLElementTagNameMap[K]>,
  ...children: Child[]
): HTMLElementTagNameMap[K] => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children.filter((child) => child !== false && child !== null));
  return made;
};

/** A message that screen readers announce. */
export const problem = (message: string): HTMLElement =>
  element('p', { className: 'problem', role: 'alert' }, message);

export interface Field {
  name: string;
  label: string;
  type: 'email' | 'password' | 'text';
  autocomplete: AutoFill;
}

/** A form that shows why its handler fails, and cannot be sent twice at once. */
export const form = (
  button: string,
  fields: readonly Field[],
  send: (values: Partial<Record<string, string>>) => Promise<void>,
): HTMLFormElement => {
  const submit = element('button', { type: 'submit' }, button);
  const failure = problem('');
  const labels = fields.map(({ name, label, type, autocomplete }) =>
    element('label', {}, label, element('input', { name, type, autocomplete, required: true })),
  );
  const made = element('form', {}, ...labels, submit, failure);
  made.addEventListener('submit', (event) => {
    event.preventDefault();
    submit.disabled = true;
    failure.textContent = '';
    const values = Object.fromEntries(
      [...new FormData(made)].map(([name, value]) => [name, typeof value === 'string' ? value : '']),
    );
    send(values)
      .catch((error: unknown) => {
        failure.textContent = messageOf(error);
      })
      .finally(() => {
        submit.disabled = false;
      });
  });
  return made;
};

/** A button that does one thing. */
export const action = (label: string, work: () => Promise<void>): HTMLFormElement => form(label, [], work);

/** What opens when its title is chosen; `body` is to be filled, and filled anew. */
export const panel = (title: string): { view: HTMLElement; body: HTMLElement } => {
  const body = element('div', {});
  return { view: element('details', {}, element('summary', {}, title), body), body };
};

export const withValues = (text: string, values: Record<string, string>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
