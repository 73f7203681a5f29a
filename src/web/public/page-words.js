// The words of the language this page was made in, as the server put them into it.

export const words = JSON.parse(document.getElementById('words').textContent);
