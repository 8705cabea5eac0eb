/** Offers a name that was corrected once for its other places in this transcript. */
import { Alert, Button, Group, Text } from '@mantine/core';
import { transcriptTexts } from '../../../strings/console/transcript/en.js';
import { withValues } from '../parts/with-values.js';
import { useEditor } from './editor.js';
import { findHits } from './find.js';
import { useValue } from './value.js';

export const CorrectionOffer = () => {
  const { store, search, correction } = useEditor();
  const found = useValue(correction);
  if (!found) return null;
  const sought = { find: found.from, replaceWith: found.to, wholeWords: true, matchCase: true };
  const count = findHits(store.transcript().segments, sought).length;
  if (count === 0) return null;
  const text = count === 1 ? transcriptTexts.correctedOnce : transcriptTexts.corrected;
  return (
    <Alert color="blue" role="status" p="xs">
      <Text size="sm">{withValues(text, { ...found, n: count })}</Text>
      <Text size="sm">{withValues(transcriptTexts.otherTalks, { from: found.from })}</Text>
      <Group mt="xs" gap="xs">
        <Button
          size="compact-sm"
          onClick={() => {
            search.set(sought);
            correction.set(null);
          }}
        >
          {transcriptTexts.showPlaces}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => correction.set(null)}>
          {transcriptTexts.notNow}
        </Button>
      </Group>
    </Alert>
  );
};
