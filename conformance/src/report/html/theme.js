// The colours that were chosen, before anything is drawn: no page flashes in the others.
try {
  const theme = localStorage.getItem("acegate-theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // A page from a file may have no storage.
}
