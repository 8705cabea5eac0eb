/** Offers a name that was corrected once for its other places in this transcript. */
import { Affix, Button, Group, Paper, Text } from '@mantine/core';
import { transcriptTexts } from '../../../strings/console/transcript/en.js';
import { withValues } from '../parts/with-values.js';
import { useEditor } from './editor.js';
import { findHits } from './find.js';
import { openSearch } from './find-panel.js';
import { focusCaret } from './focus-caret.js';
import { useValue } from '../parts/value.js';

export const CorrectionOffer = () => {
  const editor = useEditor();
  const { store, correction } = editor;
  const found = useValue(correction);
  if (!found) return null;
  const sought = { find: found.from, replaceWith: found.to, wholeWords: true, matchCase: true };
  const count = findHits(store.transcript().segments, sought).length;
  if (count === 0) return null;
  const text = count === 1 ? transcriptTexts.correctedOnce : transcriptTexts.corrected;
  return (
    // Over the page, so that the text stays where it is while somebody types; here in the order of the keyboard.
    <Affix withinPortal={false} position={{ bottom: 16, right: 16 }} maw="min(26rem, calc(100vw - 2rem))">
      <Paper withBorder shadow="md" p="sm" role="status">
        <Text size="sm">{withValues(text, { ...found, n: count })}</Text>
        <Text size="sm">{withValues(transcriptTexts.otherTalks, { from: found.from })}</Text>
        <Group mt="xs" gap="xs">
          <Button
            size="compact-sm"
            onClick={() => {
              correction.set(null);
              openSearch(editor, sought);
            }}
          >
            {transcriptTexts.showPlaces}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              correction.set(null);
              focusCaret(editor, editor.lastCaret);
            }}
          >
            {transcriptTexts.notNow}
          </Button>
        </Group>
      </Paper>
    </Affix>
  );
};
