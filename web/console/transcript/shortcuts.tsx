/** What keys do in the transcript. */
import { Button, Group, Kbd, Modal, Table } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { en } from '../../../strings/console/en.js';

export const Shortcuts = () => {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={open}>
        {en.transcript.shortcuts}
      </Button>
      <Modal opened={opened} onClose={close} title={en.transcript.shortcuts}>
        <Table>
          <Table.Tbody>
            {Object.entries(en.transcript.keys).map(([name, { keys, text }]) => (
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
