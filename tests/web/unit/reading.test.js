// Every module that draws a record draws one made by Python, and reads only names in its description.

import assert from "node:assert/strict";
import { test } from "node:test";

import "./fake_page.js";
import { strict, strictRecords } from "./records.js";
import { FoundList } from "../web/screens/divergence/list.js";
import { GraphPanel } from "../web/screens/divergence/graph.js";
import { Letters } from "../web/screens/divergence/letters.js";
import { DivergencePage } from "../web/screens/divergence/page.js";
import { PatternsPanel } from "../web/screens/divergence/patterns.js";
import { PairView } from "../web/screens/divergence/pair.js";
import { SpanRows } from "../web/screens/divergence/rows.js";
import { WhyPanel } from "../web/screens/divergence/why.js";
import { ComparisonPanel } from "../web/screens/explorer/comparison_panel.js";
import { ExplorerPage } from "../web/screens/explorer/page.js";
import { Statistics } from "../web/screens/explorer/statistics.js";
import { readTraces } from "../web/screens/stepper/data.js";
import { GrowthPanel } from "../web/screens/stepper/growth.js";
import { LaneView } from "../web/screens/stepper/lane.js";
import { StepperPage } from "../web/screens/stepper/page.js";
import { SpanPicker } from "../web/screens/stepper/spans.js";
import { MergeTree } from "../web/screens/stepper/tree.js";
import { workTable } from "../web/screens/stepper/work.js";
import { ChoiceForm, choiceWords } from "../web/screens/throughput/choice.js";
import { BarPanel } from "../web/screens/throughput/bar_panel.js";
import { CostPanel } from "../web/screens/throughput/cost.js";
import { CurvePanel } from "../web/screens/throughput/curves.js";
import { HeatPanel } from "../web/screens/throughput/heat.js";
import { TablePanel } from "../web/screens/throughput/tables.js";
import { LivePanel } from "../web/screens/training/live.js";
import { RacePanel } from "../web/screens/training/race.js";
import { ResultPanel } from "../web/screens/training/result.js";
import { TrainingPage } from "../web/screens/training/page.js";
import { AuditPanel } from "../web/screens/vocabulary/audit.js";
import { StatisticsPanel } from "../web/screens/vocabulary/charts.js";
import { Listing, Vocabulary } from "../web/screens/vocabulary/data.js";
import { DetailsPanel } from "../web/screens/vocabulary/details.js";
import { VocabularyPage } from "../web/screens/vocabulary/page.js";
import { OverlapPanel, SpecialPanel, VariantsPanel } from "../web/screens/vocabulary/panels.js";
import { PolicyField } from "../web/shared/controls.js";
import { describeToken } from "../web/shared/inspector.js";
import { MergeTreeView } from "../web/shared/merge_tree.js";
import { readDrawing, readSpans, spanSegmentation, tokenSegmentation } from "../web/shared/segmentation.js";

const ignore = new Proxy({}, { get: () => () => {} }); // actions that do nothing

// Assert that nothing in a node is undefined or NaN.
function assertDrawn(node, ...texts) {
  const { markup } = node;
  for (const wrong of ["undefined", "NaN", "[object"]) assert.ok(!markup.includes(wrong), `${wrong} in …${markup.slice(Math.max(0, markup.indexOf(wrong) - 200), markup.indexOf(wrong) + 50)}`);
  for (const text of texts) assert.ok(node.textContent.includes(text), `${text} is not in: ${node.textContent.slice(0, 500)}`);
}

test("a name that is not described is an error", () => {
  const record = strict({ rows: [{ left: 1 }], one: null }, { fields: { rows: { each: { fields: { left: {}, right: {} } } }, one: {} } }, "it");
  assert.deepEqual([record.rows[0].left, record.rows[0].right, record.one], [1, undefined, null]);
  assert.throws(() => record.rows[0].lfet, /it\.rows\[0\] has no lfet/);
  assert.throws(() => record.row, /it has no row/);
});

test("the Explorer's records", () => {
  const { drawing, comparison, status, refused, spans, options, tree, saved } = strictRecords("explorer");
  const segmentation = tokenSegmentation(readDrawing(drawing));
  assert.equal(segmentation.count, drawing.statistics.tokens);
  assert.ok(spanSegmentation(readSpans(spans)).length > 3);
  const statistics = new Statistics();
  statistics.show(status.statistics);
  assertDrawn(statistics.node, String(drawing.statistics.tokens));
  const panel = new ComparisonPanel(() => {});
  panel.show(comparison);
  assertDrawn(panel.node, "p50k_base", "r50k_base");
  const policy = new PolicyField(() => {});
  for (const { policies } of [status, refused]) policy.show(policies);
  assert.ok(refused.error.includes("<|endoftext|>"));
  const page = new ExplorerPage(ignore, options.max_bytes);
  page.comparison.offer(options.models, ["r50k_base"]);
  page.statistics.show(saved.statistics);
  page.tokens.inspector.showTree(tree);
  assertDrawn(page.node, "cl100k_base");
});

test("what stages before merging changed", () => {
  const { changed, changes } = strictRecords("explorer");
  const page = new ExplorerPage(ignore, 1000);
  page.changes.show(changes);
  assertDrawn(page.changes.node, "The normalizer (NFC and lowercase) changed this text", "café");
  const segmentation = tokenSegmentation(readDrawing(changed));
  page.tokens.show(segmentation);
  assertDrawn(page.tokens.node, "put in before merging");
  const rows = Object.fromEntries(describeToken(segmentation, 1).map(([name, value]) => [name, value]));
  assert.deepEqual([rows["Its text"], rows["Made of"], rows.Rank], ["low", "Low", "0 (place in the list of merges)"]);
  const put = Object.fromEntries(describeToken(segmentation, 0).map(([name, value]) => [name, value]));
  assert.deepEqual([put["Made of"], put.Rank], ["nothing: it was put in before merging", "none: a single byte"]);
  page.changes.show(null);
  assert.ok(page.changes.node.hidden);
});

test("the stepper's records", () => {
  const { drawing, nothing, status, growth, options } = strictRecords("stepper");
  const { span, lanes } = readTraces(drawing);
  assert.equal(lanes.length, new Set(lanes.map((lane) => lane.encoder)).size);
  for (const lane of lanes) {
    const view = new LaneView(lane, ignore);
    for (const pace of ["merge", "own"]) for (let at = 0; at < lane.positions(pace); at++) view.show(at, { pace, withOwn: true, cell: 40, room: 800, hang: 0, scale: 1, size: span.length });
    assertDrawn(view.node, lane.encoder, `ids [${lane.tokens.join(", ")}]`);
  }
  assertDrawn(workTable(lanes), "pair lookups");
  const tree = new MergeTree();
  tree.show(lanes[0], span.length, 800);
  assertDrawn(tree.node);
  assert.deepEqual(readTraces(nothing).lanes, []);
  const picker = new SpanPicker(() => {});
  picker.show(status.spans, status.n_spans, 1);
  assertDrawn(picker.node, "·défenestration");
  const page = new StepperPage(options, ignore);
  assertDrawn(page.node, options.presets[0].name);
  const panel = new GrowthPanel(options.growth, () => {}, () => {});
  panel.show(growth);
  assertDrawn(panel.node, "buffer_sweep", "n^");
});

test("the vocabulary's records", async () => {
  const { vocabulary: drawn, statistics, found, all, overlap, details, special, variants, options } = strictRecords("vocabulary");
  assertDrawn(new VocabularyPage(options, ignore).node, ...options.sort);
  const vocabulary = await Vocabulary.read(drawn);
  assert.equal(vocabulary.length, statistics.n_tokens);
  assert.ok(new Listing(found, vocabulary).length > 1);
  assert.equal(new Listing(all, vocabulary).place(7), 7);
  const panel = new DetailsPanel(ignore);
  panel.show(vocabulary, details.id, details, null, false, false);
  assertDrawn(panel.node, "Merge tree: ", "Tokens that contain it");
  panel.show(vocabulary, special.id, special, null, false, false);
  assertDrawn(panel.node, "A special token");
  const charts = new StatisticsPanel(ignore);
  for (const chart of Object.values(charts.charts)) chart.width = 700;
  charts.show(statistics, {});
  assertDrawn(charts.node, "Latin", "Not valid UTF-8");
  const { listed, audit } = strictRecords("vocabulary");
  const odd = await Vocabulary.read(listed);
  const never = Array.from({ length: odd.length }, (_, place) => place).filter((place) => odd.isNever(place));
  assert.deepEqual(never.map((place) => odd.text(place)), ["xyz", " low"]);
  assert.ok(never.every((place) => odd.rankText(place) === "none: no merge makes it"));
  const audited = new AuditPanel(ignore);
  audited.show(audit, "odd", true);
  assertDrawn(audited.node, audit.sentence, "warning", "'xyz'");
  audited.show(audit, "another", true);
  assert.equal(audited.findings.textContent, "", "an audit of another vocabulary is not shown");
  const shared = new OverlapPanel(ignore, ["r50k_base", "p50k_base"]);
  shared.show(overlap, { model: "r50k_base", compare: "p50k_base", part: "" }, "r50k_base");
  assertDrawn(shared.node, "50,256 tokens are in both");
  shared.show(overlap, { model: "r50k_base", compare: "another", part: "" }, "r50k_base");
  assert.equal(shared.bars.textContent, "", "an answer to another question is not shown");
  const specials = new SpecialPanel(ignore);
  specials.show(statistics.special_tokens);
  assertDrawn(specials.node, "<|endoftext|>", "50256");
  const words = new VariantsPanel(ignore);
  words.show("world", variants, vocabulary);
  assertDrawn(words.node, "after a space", "one token");
  const tree = new MergeTreeView();
  tree.show(details.tree);
  assert.equal(tree.nodes[0].bytes.length, tree.nodes.filter((node) => node.left < 0).length, "as many leaves as bytes");
  assertDrawn(tree.node);
});

test("the divergence's records", () => {
  const { found, same, strings, proof, why, why_same: whySame, graphs, letters } = strictRecords("divergence");
  const rows = new SpanRows(() => {});
  for (const view of [...found.divergences, same.same]) {
    rows.show(view, { a: "one", b: "other" });
    rows.look(0);
    assertDrawn(rows.node);
    assert.equal(rows.spans.a.at(-1).end, rows.size);
  }
  const list = new FoundList(() => {});
  for (const each of [found, same, strings, proof]) {
    list.show(each);
    list.select(0);
    assertDrawn(list.node);
  }
  for (const told of [why, whySame]) {
    for (const letter of ["a", "b"]) {
      const panel = new WhyPanel(letter.toUpperCase());
      panel.show(told[letter], 0, 0, "lexer");
      assertDrawn(panel.node, "bytes 0 to");
    }
  }
  const graph = new GraphPanel("g", () => {}, () => {});
  assert.equal(graph.show(graphs), true);
  graph.follow({ a: why.a.spans[0].steps });
  assertDrawn(graph.node, "Step");
  const alphabet = new Letters(() => {}, 100);
  alphabet.show(letters, "");
  assertDrawn(alphabet.node);
  const { pair, told: story, of_tokenizers: ofTokenizers } = strictRecords("divergence");
  const beside = new PairView(ignore);
  beside.rows.width = 700;
  beside.showChoice({ models: ["one", "other"], tok_a: "one", tok_b: "other", around: false, alone: ofTokenizers.alone });
  beside.showFound(pair);
  beside.select(0);
  beside.showTold(story);
  assertDrawn(beside.body, "No other lexer can take the place", "the whole text", "normalizer", "≠ differs", "◀ cause", "r50k_base");
  const columns = beside.rows.lines(700).flat();
  assert.deepEqual(columns.map(({ text }) => text).join(""), story.text);
  beside.showFound({});
  beside.showTold(null);
  assert.ok(beside.picture.hidden && beside.list.hidden);
  const { options, status, searching, undo, patterns } = strictRecords("divergence");
  const { presets } = options;
  const branches = new PatternsPanel();
  assert.equal(branches.show(patterns), true);
  assertDrawn(branches.node, "branches are the same");
  assert.equal(branches.show({}), false);
  const lab = new DivergencePage(options, ignore);
  for (const { a, b } of presets) lab.showLexers(a, b, {});
  lab.showLexers(presets[0].a, presets[0].b, status.problems);
  assert.ok(undo.said.startsWith("Shrunk from"));
  lab.showSource({ source: "strings", k: 2, alphabet: "", a: presets[0].a, b: presets[0].b, letters, file: "" });
  for (const progress of searching) lab.showProgress(progress);
  assert.equal(lab.node.dataset.state, "finished");
  for (const each of [found, same, strings, proof]) lab.showFound(each, 0);
  lab.showFound(found, 0);
  lab.showGraphs(graphs);
  lab.showWhy(why);
  lab.showPatterns(patterns);
  assertDrawn(lab.rows.node);
  assert.equal(lab.sentence.textContent, "They differ at byte 4: A ends a span there, B does not.");
  lab.showFound(same, 0);
  assert.equal(lab.sentence.textContent, "The two lexers cut this text alike.");
});

test("the benchmark's records", () => {
  const { drawing, report, comparison, cost, estimate, options } = strictRecords("throughput");
  const form = new ChoiceForm(options, ignore);
  assertDrawn(form.node, "bpe_backtrack", "tiktoken");
  form.showPreset(estimate.preset);
  assert.equal(form.preset.node.value, "Quick look");
  const words = choiceWords({ models: ["a", "b", "c"], lexers: ["logos"], encoders: ["x", "y"], memo: [false], threads: [1, 2], corpora: ["english"], modes: ["spans"], peers: [], opened: [], rounds: 3, latency: true, memory: false, regime: "new" }, options);
  assert.deepEqual(words.filter(Boolean), ["3 vocabularies", "english", "seen before", "1 lexer × 2 encoders", "spans alone", "memo off", "1, 2 threads", "3 rounds", "latency"]);
  const seen = choiceWords({ models: [], lexers: [], encoders: [], memo: [], threads: [], corpora: ["python"], modes: [], peers: [], opened: [], rounds: 1, regime: "new" }, options);
  assert.ok(seen.includes("new text"));
  form.regime.choose("new", ["python", "english"]);
  assertDrawn(form.regime.node, "seen before", "english: too small");
  const bars = new BarPanel(ignore, options.rule);
  bars.show(estimate.planned);
  assertDrawn(bars.node, "merge_heap", "overlap");
  bars.show(drawing.bars);
  bars.show(comparison.pairs);
  bars.show(drawing.bars);
  assertDrawn(bars.node, "=\u2002automaton + x", "not measured");
  const [first] = drawing.bars;
  bars.show([{ ...first, regime: "new", rows: first.rows.map((row) => ({ ...row, warm: 123.4, grown: 56_700_000 })) }]);
  assertDrawn(bars.node, "seen before", "123", "56.7", "in turns", "grown MB");
  const { drawing: { verdict, bars: [{ verdict: own }] } } = strictRecords("throughput");
  assert.ok(verdict && verdict === own);
  const heat = new HeatPanel(ignore);
  heat.show(drawing.heat);
  assertDrawn(heat.node, "1.00", "logos");
  const curves = new CurvePanel(ignore);
  curves.show(drawing.latency);
  assertDrawn(curves.node, "bytes of the prompt");
  const tables = new TablePanel(ignore);
  for (const each of [report.tables, report.retention, comparison.tables]) {
    tables.show(each);
    for (const { title } of each) {
      tables.choice.node.value = title;
      tables.draw();
      assertDrawn(tables.node, title);
    }
  }
  const panel = new CostPanel(() => {});
  panel.offer(report.contenders);
  panel.show(cost);
  assertDrawn(panel.node, "One machine needs");
  assert.ok(estimate.cases > 0 && estimate.seconds > 0 && !estimate.problem && estimate.preset && estimate.code && estimate.link && report.summary.length && report.json);
});

test("the training's records", () => {
  const { trace, live, result, race, encoded, options, training } = strictRecords("training");
  const screen = new TrainingPage(options, ignore);
  const { toy, real } = screen;
  for (const [name, { toy_level: level, toy_tie: tie }] of Object.entries(options.toys)) {
    toy.showChoice({ toy: name, toy_text: "", toy_level: level, toy_trainer: "heap", toy_tie: tie });
    assert.equal(toy.tie.node.value, tie);
  }
  real.form.show({ corpus: "english", size: 20000, pattern: "r50k_base", vocab_size: 270, trainer: "heap", tie: "lowest_ids", byte_order: "value", special_tokens: "", min_frequency: 2, max_token_length: 0, rate: 0, text: "" }, "");
  for (const progress of training) screen.showProgress(progress, live.stopped);
  assertDrawn(screen.node, "Finished");
  screen.showMode("toy");
  for (let step = 0; step <= trace.frames.length; step++) {
    toy.showTrace(trace, step);
    toy.announce();
    assertDrawn(screen.node, step ? "Merge " : "At the start");
  }
  toy.showTrace(trace, 1);
  assertDrawn(toy.node, "rewrite", "register", "New pairs");
  const panel = new LivePanel(ignore);
  panel.show(live);
  assertDrawn(panel.node, "heap, live entries", "Bytes per token");
  const lanes = new RacePanel({ trainers: { naive: "", heap: "" } }, ignore);
  lanes.show(race);
  assertDrawn(lanes.node, "All merges are identical");
  const outcome = new ResultPanel(ignore);
  outcome.show(result);
  outcome.showEncoded(encoded);
  assertDrawn(outcome.node, "1 special token", "bytes per token on its corpus");
});
