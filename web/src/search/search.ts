/** `/components.js`: defines `<lectern-search>`, which loads the player on demand. */
import { LecternSearch } from './lectern-search.js';

if (!customElements.get('lectern-search')) customElements.define('lectern-search', LecternSearch);
