/** Declares the web components for TypeScript in pages: `/// <reference path="…/client/elements.d.ts" />`. */
import type { LecternEventDetails, LecternPlayerControls, LecternSearchControls } from './components.js';

type LecternEvents = { [Name in keyof LecternEventDetails]: CustomEvent<LecternEventDetails[Name]> };

declare global {
  interface HTMLElementTagNameMap {
    'lectern-search': HTMLElement & LecternSearchControls;
    'lectern-player': HTMLElement & LecternPlayerControls;
  }
  interface HTMLElementEventMap extends LecternEvents {}
}
