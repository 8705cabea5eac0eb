/** Texts of the mail to operators about a backup that failed, in English, as their errors are. `{…}` are placeholders. */
export const en = {
  subject: 'Lectern: the scheduled backup failed',
  text: `Hello {name},

the scheduled backup of Lectern to {to} failed:

{error}

{last} Lectern tries again every hour. If it fails again, you get the next mail tomorrow.

Choose Backups from the menu of your account to see all runs:
{url}
`,
  last: 'The last successful backup is from {time} (UTC).',
  none: 'There is no successful backup yet.',
};
