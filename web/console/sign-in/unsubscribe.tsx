/** Stops the weekly analytics once the person asks for it, because programs that check links open pages too. */
import { Container, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { en } from '../../../strings/console/en.js';
import { sessionApi, unwrap } from '../api/session-api.js';
import { ActionForm } from '../parts/action-form.js';

export const Unsubscribe = () => {
  useDocumentTitle(en.title);
  const { token } = useParams({ from: '/unsubscribe/$token' });
  const [isDone, setDone] = useState(false);
  const stop = async (): Promise<void> => {
    await unwrap(sessionApi.POST('/unsubscribe/{token}', { params: { path: { token } } }));
    setDone(true);
  };
  return (
    <Container size="xs" py="xl" component="main">
      <Stack>
        <Title order={1}>{en.title}</Title>
        {isDone ? (
          <Text role="status">{en.unsubscribe.done}</Text>
        ) : (
          <>
            <Text>{en.unsubscribe.question}</Text>
            <ActionForm button={en.unsubscribe.stop} send={stop} />
          </>
        )}
      </Stack>
    </Container>
  );
};
