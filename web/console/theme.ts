/** The look of the console. */
import { createTheme } from '@mantine/core';
import { en } from '../../strings/console/en.js';

export const theme = createTheme({
  primaryColor: 'indigo',
  // Text on filled buttons and badges has a contrast of at least 4.5 in both color schemes.
  primaryShade: { light: 7, dark: 8 },
  autoContrast: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // The colours of some alerts are too light for text.
    Alert: { styles: { title: { color: 'var(--mantine-color-text)' } } },
    // Dialogs and notifications are closed with a button that has only an icon.
    CloseButton: { defaultProps: { 'aria-label': en.close } },
    // A `header` would be a second banner of the page.
    ModalHeader: { defaultProps: { component: 'div' } },
    // An asterisk would become part of the field's name.
    InputWrapper: { defaultProps: { withAsterisk: false } },
  },
});
