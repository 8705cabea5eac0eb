/** Offers a name that was corrected once for its other places in this transcript. */
import { Alert, Button, Group, Text } from '@mantine/core';
import { en } from '../../../strings/console/en.js';
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
  const text = count === 1 ? en.transcript.correctedOnce : en.transcript.corrected;
  return (
    <Alert color="blue" role="status" p="xs">
      <Text size="sm">{withValues(text, { ...found, n: count })}</Text>
      <Text size="sm">{withValues(en.transcript.otherTalks, { from: found.from })}</Text>
      <Group mt="xs" gap="xs">
        <Button
          size="compact-sm"
          onClick={() => {
            search.set(sought);
            correction.set(null);
          }}
        >
          {en.transcript.showPlaces}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => correction.set(null)}>
          {en.transcript.notNow}
        </Button>
      </Group>
    </Alert>
  );
};
