/** Where what is typed and not saved yet is kept. */
export interface LocalCopies<T> {
  /** null if there is none. */
  read(): T | null;
  write(copy: T): void;
  remove(): void;
}
