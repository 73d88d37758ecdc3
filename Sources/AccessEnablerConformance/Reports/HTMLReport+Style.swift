extension HTMLReport {
    /// The page's look: light and dark, wide and narrow.
    static let style = """
        :root{color-scheme:light dark;--ground:#fff;--panel:#f6f7f9;--text:#1a1d21;--quiet:#5a6472;--line:#d5dae1;
        --good:#17663a;--good-ground:#e2f4e8;--bad:#a11a1a;--bad-ground:#fde5e5;--none:#4c5561;--none-ground:#eceff3;
        --link:#0b57b0;--mark:#8a4b00;--mark-ground:#fff3d6}
        @media (prefers-color-scheme:dark){:root{--ground:#14171b;--panel:#1d2127;--text:#e7eaee;--quiet:#a3adba;
        --line:#39414c;--good:#8fdcaa;--good-ground:#16341f;--bad:#ffb0ab;--bad-ground:#451a1a;--none:#b6bfca;
        --none-ground:#2a3038;--link:#8dbdff;--mark:#ffd28a;--mark-ground:#3d2d0d}}
        *{box-sizing:border-box}
        body{margin:0 auto;max-width:75rem;padding:1rem;background:var(--ground);color:var(--text);
        font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
        h1{font-size:1.5rem;margin:.5rem 0}h2{font-size:1.15rem;margin:1.5rem 0 .5rem}
        h3,h4{font-size:1rem;margin:.9rem 0 .2rem}
        a{color:var(--link)}.quiet{color:var(--quiet)}header p{margin:.3rem 0}
        a:focus-visible,summary:focus-visible,input:focus-visible,pre:focus-visible{outline:3px solid var(--link);outline-offset:2px}
        .skip{position:absolute;left:-99rem}.skip:focus{position:static}
        .sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
        .badge{display:inline-block;border-radius:.3rem;padding:0 .45rem;font-size:.875rem;border:1px solid transparent;
        background:var(--none-ground);color:var(--none)}
        .badge.holds{background:var(--good-ground);color:var(--good)}
        .badge.fails,.badge.couldNotRun{background:var(--bad-ground);color:var(--bad);border-color:var(--bad);font-weight:600}
        .legend{display:flex;flex-wrap:wrap;gap:.4rem 1rem;align-items:center}
        .grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,15rem),1fr));gap:.4rem;align-items:start}
        .cell{border:1px solid var(--line);border-left:.35rem solid var(--good);border-radius:.3rem;background:var(--panel)}
        .cell.bad{border-left-color:var(--bad)}.cell.none{border-left-color:var(--line)}
        .cell[open]{grid-column:1/-1}
        summary{cursor:pointer;padding:.35rem .5rem}.cell>summary{min-height:2.75rem;display:flex;flex-wrap:wrap;gap:.3rem;align-items:center}
        .id{font-weight:700;margin-right:auto}
        .panel{padding:0 .7rem .7rem}.panel>p{margin:.3rem 0}
        .case{border-top:1px solid var(--line)}.case[open]{padding-bottom:.6rem}
        .case.fails[open]{border-left:.25rem solid var(--bad);padding-left:.6rem;background:var(--ground)}
        ul,ol{margin:.2rem 0;padding-left:1.5rem}
        table{border-collapse:collapse;width:100%;margin:.5rem 0;table-layout:fixed}
        caption{text-align:left;font-weight:700;padding:.2rem 0}
        th,td{border:1px solid var(--line);padding:.25rem .4rem;text-align:left;vertical-align:top}
        th:first-child{width:2.4rem}thead th{background:var(--panel)}
        tr.first td,tr.first th{background:var(--mark-ground)}
        .mark{display:inline-block;font-size:.75rem;font-weight:700;color:var(--mark);border:1px solid var(--mark);border-radius:.3rem;padding:0 .3rem}
        code,pre{font:.875rem/1.45 ui-monospace,monospace}
        pre{overflow-x:auto;background:var(--panel);padding:.5rem;border-radius:.3rem;white-space:pre-wrap}
        body:has(#only:checked) .cell:not(.bad),body:has(#only:checked) section:not(:has(.bad)){display:none}
        @media print{.skip,.legend{display:none}}
        """
}
