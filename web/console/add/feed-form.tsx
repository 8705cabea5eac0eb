/** Takes the address of a podcast feed, whose episodes can be imported. */
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { LecternError } from '../../../client/index.js';
import { en } from '../../../strings/console/en.js';
import { withValues } from '../parts/with-values.js';
import type { Talks } from './use-talks.js';

/** What the API says about the address; the rest is shown for the screen. */
export const feedErrorOf = (error: unknown): string | undefined =>
  error instanceof LecternError ? error.details.find(({ path }) => path === 'feedUrl')?.message : undefined;

export const FeedForm = ({ talks, disabled }: { talks: Talks; disabled: boolean }) => {
  const { feed, isReading, error } = talks;
  const [url, setUrl] = useState('');
  const read = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    talks.readFeed(url.trim());
  };
  return (
    <Stack gap="xs">
      <form onSubmit={read}>
        <Group align="end">
          <TextInput
            type="url"
            label={en.add.feed}
            placeholder="https://"
            flex="1 1 16rem"
            maw="30rem"
            required
            withAsterisk={false}
            disabled={disabled}
            value={url}
            error={feedErrorOf(error)}
            onChange={({ currentTarget: { value } }) => setUrl(value)}
          />
          <Button type="submit" variant="default" disabled={disabled} loading={isReading}>
            {en.add.readFeed}
          </Button>
        </Group>
      </form>
      {feed && <Text size="sm">{withValues(en.add.feedOf, { title: feed.title, n: feed.total })}</Text>}
      {feed?.notes.map((note) => (
        <Text key={note} size="sm" c="dimmed">
          {note}
        </Text>
      ))}
      {feed && feed.withoutMedia.length > 0 && (
        <Text size="sm" c="dimmed">
          {withValues(en.add.withoutMedia, { titles: feed.withoutMedia.join(', ') })}
        </Text>
      )}
      {feed && feed.next !== null && (
        <Group>
          <Button
            variant="subtle"
            size="compact-sm"
            loading={isReading}
            onClick={() => talks.readFeed(feed.url, feed.next ?? 0)}
          >
            {en.add.more}
          </Button>
        </Group>
      )}
    </Stack>
  );
};
