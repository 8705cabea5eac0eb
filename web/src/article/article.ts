/** Script of the page of an item without a recording: finds words in its text and jumps to the time in the URL. */
import { secondsOf } from './places.js';
import { createTextFinder, showInMiddle } from './text-finder.js';

const text = document.querySelector('.transcript');
const box = document.querySelector<HTMLElement>('.find-text');

if (text && box) {
  const field = box.querySelector('input')!;
  const status = box.querySelector<HTMLElement>('[role="status"]')!;
  const buttons = box.querySelectorAll<HTMLElement>('[data-step]');
  const { none = '', count = '' } = box.dataset;
  const finder = createTextFinder({
    paragraphs: () => text.children,
    onFound: (match, total) => {
      for (const button of buttons) button.hidden = !total;
      if (total === undefined) status.textContent = '';
      else
        status.textContent =
          total === 0 ? none : count.replace('{n}', `${match}`).replace('{total}', `${total}`);
    },
  });
  field.addEventListener('input', () => finder.find(field.value));
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') finder.find((field.value = ''));
    if (event.key !== 'Enter' || event.isComposing) return;
    event.preventDefault();
    finder.step(event.shiftKey ? -1 : 1);
  });
  for (const button of buttons)
    button.addEventListener('click', () => finder.step(button.dataset.step === '1' ? 1 : -1));
  box.hidden = false;
}

/** For `?t=70`, scrolls to the paragraph that is spoken at that time. */
const seconds = secondsOf(new URL(location.href).searchParams.get('t'));
if (text && location.hash === '' && seconds !== undefined) {
  const timed = [...text.querySelectorAll<HTMLElement>('[data-t]')];
  const paragraph = timed.findLast(({ dataset }) => Number(dataset.t) <= seconds);
  paragraph?.classList.add('shown');
  showInMiddle(paragraph);
}
