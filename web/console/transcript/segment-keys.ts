/** What keys do in the text of a segment. */
import type { KeyboardEvent } from 'react';
import type { Editor } from './editor.js';
import { focusCaret } from './focus-caret.js';
import type { EditorSegment } from './segments.js';

type KeyEvent = KeyboardEvent<HTMLTextAreaElement>;

/** After Escape, Tab leaves the text as everywhere, so that nobody is caught in it. */
let isLeaving = false;
export const enterText = (): void => {
  isLeaving = false;
};

export const onSegmentKey = (event: KeyEvent, segment: EditorSegment, editor: Editor): void => {
  if (event.nativeEvent.isComposing) return;
  if (event.key === 'Escape') {
    isLeaving = true;
    return;
  }
  const isDone =
    playing(event, segment, editor) ||
    moving(event, segment, editor) ||
    (!editor.readOnly && (naming(event, segment, editor) || editing(event, segment, editor)));
  if (isDone) event.preventDefault();
};

const hasModifier = ({ ctrlKey, altKey, metaKey }: KeyEvent): boolean => ctrlKey || altKey || metaKey;

/** @returns whether the key was for it, as below */
const playing = (event: KeyEvent, segment: EditorSegment, editor: Editor): boolean => {
  const { sound } = editor;
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && sound.isThere()) {
    focusCaret(editor, sound.place());
    return true;
  }
  if (event.key !== 'Tab' || hasModifier(event) || isLeaving || !sound.isThere()) return false;
  if (event.shiftKey) sound.back();
  else sound.toggle(segment, event.currentTarget.selectionStart);
  return true;
};

const isAt = ({ selectionStart, selectionEnd }: HTMLTextAreaElement, place: number): boolean =>
  selectionStart === place && selectionEnd === place;

/** Up at the beginning and Down at the end go to the next segment. */
const moving = (event: KeyEvent, segment: EditorSegment, editor: Editor): boolean => {
  const { key, currentTarget: field } = event;
  if (hasModifier(event) || event.shiftKey || (key !== 'ArrowUp' && key !== 'ArrowDown')) return false;
  const isUp = key === 'ArrowUp';
  if (!isAt(field, isUp ? 0 : field.value.length)) return false;
  const { store } = editor;
  const id = store.ids()[store.indexOf(segment.id) + (isUp ? -1 : 1)];
  if (id === undefined) return false;
  focusCaret(editor, { id, at: isUp ? (store.segment(id)?.text.length ?? 0) : 0 });
  return true;
};

/** Alt or Ctrl with a digit, because browsers use one of them for their tabs; AltGr, which is both, types signs. */
const naming = (event: KeyEvent, { id }: EditorSegment, { store, speakers }: Editor): boolean => {
  if (event.altKey === event.ctrlKey || event.metaKey || event.shiftKey) return false;
  const digit = /^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1];
  const name = digit === undefined ? undefined : speakers.get()[Number(digit) - 1];
  if (name === undefined) return false;
  store.setSpeaker(id, name);
  return true;
};

const editing = (event: KeyEvent, { id, text }: EditorSegment, editor: Editor): boolean => {
  const { key, currentTarget: field } = event;
  const { store } = editor;
  if (event.ctrlKey || event.metaKey) return undoing(event, editor);
  switch (key) {
    case 'Enter':
      focusCaret(editor, store.split({ id, at: field.selectionStart }));
      return true;
    case 'Backspace':
      if (!isAt(field, 0)) return false;
      focusCaret(editor, store.mergeWithPrevious(id));
      return true;
    case 'Delete': {
      const next = store.ids()[store.indexOf(id) + 1];
      if (!isAt(field, text.length) || next === undefined) return false;
      focusCaret(editor, store.mergeWithPrevious(next));
      return true;
    }
    default:
      return false;
  }
};

/** The browser would only undo what was typed in this field, and not what was split or merged. */
const undoing = ({ key, shiftKey, altKey }: KeyEvent, editor: Editor): boolean => {
  const { store } = editor;
  const letter = key.toLowerCase();
  if (altKey || (letter !== 'z' && letter !== 'y')) return false;
  focusCaret(editor, letter === 'y' || shiftKey ? store.redo() : store.undo());
  return true;
};
