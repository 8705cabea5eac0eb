/** What keys do in the transcript. */
import { Group, Kbd, Modal, Table } from '@mantine/core';
import { transcriptTexts } from '../../../strings/console/transcript/en.js';

export const Shortcuts = ({ opened, close }: { opened: boolean; close: () => void }) => (
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
);
