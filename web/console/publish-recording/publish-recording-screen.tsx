/** From recording to published on one screen: what is heard, what it is called, what was suggested, and publishing. */
import { Alert, Anchor, Grid, Stack, Title } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { en } from '../../../strings/console/en.js';
import { publishRecording } from '../../../strings/console/publish-recording/en.js';
import { useAccount, type Schemas } from '../api/account.js';
import { Details } from '../item/details.js';
import { FieldConflicts } from '../item/field-conflicts.js';
import { PublishPanel } from '../item/publish-panel.js';
import { SaveStatus } from '../item/save-status.js';
import { ScripturesSection } from '../item/scriptures-section.js';
import { useEditedItem, useItem, type Cut } from '../item/use-item.js';
import { Screen } from '../parts/screen.js';
import { Loaded } from '../parts/states.js';
import { StatusBadge } from '../parts/status-badge.js';
import { Suggestions } from '../review/suggestions.js';
import { CutSection } from './trim-section.js';

export const PublishRecordingScreen = () => {
  const { itemId } = useParams({ from: '/a/$account/review/$itemId' });
  const [cut, setCut] = useState<Cut | null>(null);
  const query = useItem(Number(itemId), cut);
  return (
    <Loaded query={query}>
      {(item) => <PublishRecording key={item.id} item={item} cut={cut} setCut={setCut} />}
    </Loaded>
  );
};

interface Props {
  item: Schemas['Item'];
  /** What was cut out here. */
  cut: Cut | null;
  setCut(cut: Cut): void;
}

const PublishRecording = ({ item, cut, setCut }: Props) => {
  const { shortName } = useAccount();
  const { shown, pending, autosave, mayChange } = useEditedItem(item);
  return (
    <Screen title={item.title} actions={<StatusBadge status={item.status} />}>
      {item.errorMessage !== null && (
        <Alert color="red" title={en.item.problem} role="alert" id="problem">
          {item.errorMessage}
        </Alert>
      )}
      <CutSection item={item} mayChange={mayChange} cut={cut} setCut={setCut} />
      <Grid>
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack gap="xl">
            <Stack component="section" aria-labelledby="suggestions">
              <Title order={2} size="h4" id="suggestions">
                {publishRecording.suggestions}
              </Title>
              <Suggestions itemId={item.id} />
            </Stack>
            <FieldConflicts item={item} autosave={autosave} />
            <Details item={shown} autosave={autosave} />
            <ScripturesSection item={item} mayChange={mayChange} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack>
            <SaveStatus state={autosave.save} />
            <PublishPanel item={item} draft={pending} flush={autosave.flush} />
            <Anchor component={Link} to={`/a/${shortName}/items/${item.id}`}>
              {publishRecording.allFields}
            </Anchor>
          </Stack>
        </Grid.Col>
      </Grid>
    </Screen>
  );
};
