/** What the tests use of budget.js. */
export declare const budgetReport: (folder: string) => { lines: string[]; isOver: boolean };
