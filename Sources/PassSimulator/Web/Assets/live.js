"use strict";
// Keeps the lists of the dashboard up to date. Without it, the page's Refresh link does.
const live = document.getElementById("live");
const state = document.getElementById("live-state");

async function refresh() {
  if (!document.hidden) {
    try {
      const answer = await fetch("/dashboard/page/live", { cache: "no-store" });
      if (!answer.ok) throw new Error();
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      // Row by row, so that focus and place in a list stay.
      for (const part of fresh.querySelectorAll("[data-live]")) {
        const shown = document.getElementById(part.id);
        if (shown && shown.innerHTML !== part.innerHTML) shown.replaceChildren(...part.childNodes);
      }
      say("Updated every second.");
    } catch {
      say("The simulator does not answer.");
    }
  }
  setTimeout(refresh, 1000);
}

function say(text) {
  if (state.textContent !== text) state.textContent = text;
}

if (live && state) refresh();
