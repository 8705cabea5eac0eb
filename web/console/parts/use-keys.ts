/** Single keys that do something on a screen: not while somebody types, nor behind an open dialog or menu. */
import { useEffect, useRef } from 'react';

/** Inputs in which a letter is no text. */
const NOT_TYPED = new Set(['checkbox', 'radio', 'button', 'submit', 'range', 'file']);

const isField = (target: EventTarget | null): boolean => {
  if (target instanceof HTMLInputElement) return !NOT_TYPED.has(target.type);
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
  );
};

/** @param keys what each `event.key` does */
export const useKeys = (keys: Readonly<Partial<Record<string, () => void>>>): void => {
  const current = useRef(keys);
  useEffect(() => {
    current.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isField(event.target)) return;
      if (document.querySelector('[role="dialog"], [role="menu"]')) return;
      const run = current.current[event.key];
      if (!run) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
};
