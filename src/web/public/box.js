// A box that questions are typed into.

/** Enter sends, Shift+Enter breaks the line, and nothing is sent while a word is being composed. */
export function installBox(box) {
  box.addEventListener('keydown', (event) => {
    // 229: Safari ends a composition before the key that confirmed it.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    box.form.requestSubmit();
  });
  if (CSS.supports('field-sizing', 'content')) return;
  // Browsers that don't let it grow by itself.
  box.addEventListener('input', () => {
    box.style.height = 'auto';
    box.style.height = `${box.scrollHeight}px`;
  });
}
