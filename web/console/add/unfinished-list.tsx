/** Uploads that stopped, which go on once their files are added again. */
import { Anchor, List, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { en } from '../../../strings/console/en.js';
import { useAccount } from '../api/account.js';
import { withValues } from '../parts/with-values.js';
import { useUnfinished } from './use-unfinished.js';

export const UnfinishedList = () => {
  const { shortName } = useAccount();
  const unfinished = useUnfinished();
  if (unfinished.length === 0) return null;
  return (
    <Stack gap="xs" component="section" aria-labelledby="unfinished">
      <Title order={2} size="h4" id="unfinished">
        {en.uploads.unfinished}
      </Title>
      <Text size="sm">{en.uploads.unfinishedText}</Text>
      <List listStyleType="none" spacing={4}>
        {unfinished.map(({ id, itemId, item, originalFilename, fileSizeBytes, uploadedBytes }) => (
          <List.Item key={id}>
            <Text span size="sm">{`${originalFilename ?? ''} · `}</Text>
            <Anchor component={Link} to={`/a/${shortName}/items/${itemId}`} size="sm">
              {item?.title ?? en.review.item}
            </Anchor>
            <Text span size="sm" c="dimmed">
              {` · ${withValues(en.uploads.arrived, {
                percent: Math.floor((100 * (uploadedBytes ?? 0)) / (fileSizeBytes || 1)),
              })}`}
            </Text>
          </List.Item>
        ))}
      </List>
    </Stack>
  );
};
