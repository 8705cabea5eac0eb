/** Removes the sample content of quickstart, with its analytics. */
import { Button, Modal, Paper, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { en } from '../../../strings/console/en.js';
import { unwrap, useAccount } from '../api/account.js';
import { useAction } from '../parts/use-action.js';
import { withValues } from '../parts/with-values.js';

export const SampleContent = () => {
  const { api, keys, may } = useAccount();
  const [isAsking, { open, close }] = useDisclosure(false);
  const { run, isRunning } = useAction(keys.all);
  const samples = useQuery({
    queryKey: keys.part('account', 0, 'samples'),
    enabled: may('admin'),
    queryFn: () => unwrap(api.GET('/account/samples')),
  });
  const items = samples.data?.samples.items ?? 0;
  if (items === 0) return null;
  const remove = async (): Promise<void> => {
    close();
    await run(() => unwrap(api.POST('/account/samples/remove')), en.home.samplesRemoved);
  };
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="samples">
      <Stack align="start">
        <Title order={2} size="h5" id="samples">
          {en.home.samples}
        </Title>
        <Text size="sm">{withValues(en.home.samplesText, { n: items })}</Text>
        <Button variant="default" loading={isRunning} onClick={open}>
          {en.home.removeSamples}
        </Button>
        <Modal opened={isAsking} onClose={close} title={en.home.removeSamples}>
          <Stack>
            <Text>{en.home.removeSamplesText}</Text>
            <Button color="red" onClick={() => void remove()}>
              {en.home.removeSamples}
            </Button>
          </Stack>
        </Modal>
      </Stack>
    </Paper>
  );
};
