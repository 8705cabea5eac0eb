/** A value outside the components, so that only those render that show it. */
import { useSyncExternalStore } from 'react';

export interface Value<T> {
  get(): T;
  set(value: T): void;
  subscribe(listener: () => void): () => void;
}

export const createValue = <T>(first: T): Value<T> => {
  const listeners = new Set<() => void>();
  let value = first;
  return {
    get: () => value,
    set: (next) => {
      if (next === value) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

export const useValue = <T>(value: Value<T>): T => useSyncExternalStore(value.subscribe, value.get);
