/** Examples of sign-in for the API reference. */
export const examplePerson = {
  id: 2,
  name: 'Miriam Weber',
  email: 'miriam@example.org',
  isOperator: false,
  language: null,
  timeZone: 'Europe/Berlin',
};

export const exampleAccount = { shortName: 'demo', name: 'Demo', role: 'editor' as const };

export const exampleSignIn = { person: examplePerson, accounts: [exampleAccount] };

export const exampleTime = '2026-03-08T09:41:00.000Z';
