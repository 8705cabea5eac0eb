/** What keys do in the transcript. */
import { Button, Group, Kbd, Modal, Table } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { transcriptTexts } from '../../../strings/console/transcript/en.js';

export const Shortcuts = () => {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={open}>
        {transcriptTexts.shortcuts}
      </Button>
      <Modal opened={opened} onClose={close} title={transcriptTexts.shortcuts}>
        <Table>
          <Table.Tbody>
            {Object.entries(transcriptTexts.keys).map(([name, { keys, text }]) => (
              <Table.Tr key={name}>
                <Table.Td>
                  <Group gap={4} wrap="nowrap">
                    {keys.map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                  </Group>
                </Table.Td>
                <Table.Td>{text}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Modal>
    </>
  );
};
