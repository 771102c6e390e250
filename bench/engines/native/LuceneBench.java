import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.facet.FacetResult;
import org.apache.lucene.facet.Facets;
import org.apache.lucene.facet.FacetsCollector;
import org.apache.lucene.facet.FacetsConfig;
import org.apache.lucene.facet.LabelAndValue;
import org.apache.lucene.facet.sortedset.DefaultSortedSetDocValuesReaderState;
import org.apache.lucene.facet.sortedset.SortedSetDocValuesFacetCounts;
import org.apache.lucene.facet.sortedset.SortedSetDocValuesFacetField;
import org.apache.lucene.facet.sortedset.SortedSetDocValuesReaderState;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.similarities.BM25Similarity;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.util.Version;

/**
 * Indexes the titles of a tab-separated file, and answers queries from standard input. A word may be in any
 * field. All words are required. The scores are BM25 with a boost for each field.
 */
public final class LuceneBench {
  private static final int PAGE_SIZE = 10;
  private static final int FACET_LIMIT = 25;

  public static void main(String[] args) throws Exception {
    if (args[0].equals("build")) build(args[1], args[2]);
    else search(args[1], args[0].equals("facets"));
  }

  private static void build(String documents, String index) throws Exception {
    IndexWriterConfig config = new IndexWriterConfig(Version.LATEST, new WhitespaceAnalyzer());
    config.setSimilarity(new BM25Similarity());
    config.setRAMBufferSizeMB(256);
    FacetsConfig facets = new FacetsConfig();
    try (BufferedReader lines = Files.newBufferedReader(Paths.get(documents), StandardCharsets.UTF_8);
        IndexWriter writer = new IndexWriter(FSDirectory.open(new File(index)), config)) {
      String boosts = lines.readLine();
      String[] columns = lines.readLine().split("\t");
      String[] fields = names(boosts.split("\t"));
      for (String column : columns) facets.setMultiValued(column, true);
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] cells = line.split("\t", -1);
        Document document = new Document();
        document.add(new StoredField("id", cells[0]));
        for (int i = 0; i < fields.length; i++) {
          if (!cells[1 + i].isEmpty()) document.add(new TextField(fields[i], cells[1 + i], Field.Store.NO));
        }
        for (int i = 0; i < columns.length; i++) {
          for (String value : cells[1 + fields.length + i].split("\u001f")) {
            if (!value.isEmpty()) document.add(new SortedSetDocValuesFacetField(columns[i], value));
          }
        }
        writer.addDocument(facets.build(document));
      }
      writer.forceMerge(1);
      Files.write(Paths.get(index + ".boosts"), boosts.getBytes(StandardCharsets.UTF_8));
      Files.write(Paths.get(index + ".columns"), String.join("\t", columns).getBytes(StandardCharsets.UTF_8));
    }
  }

  private static String[] names(String[] boosts) {
    String[] names = new String[boosts.length];
    for (int i = 0; i < boosts.length; i++) names[i] = boosts[i].split("=")[0];
    return names;
  }

  private static String read(String path) throws Exception {
    return new String(Files.readAllBytes(Paths.get(path)), StandardCharsets.UTF_8);
  }

  private static void search(String index, boolean withFacets) throws Exception {
    Map<String, Float> boosts = new HashMap<>();
    for (String boost : read(index + ".boosts").split("\t")) {
      String[] parts = boost.split("=");
      boosts.put(parts[0], Float.parseFloat(parts[1]));
    }
    String[] columns = withFacets ? read(index + ".columns").split("\t") : new String[0];
    DirectoryReader reader = DirectoryReader.open(new MMapDirectory(new File(index)));
    IndexSearcher searcher = new IndexSearcher(reader);
    searcher.setSimilarity(new BM25Similarity());
    SortedSetDocValuesReaderState state =
        withFacets ? new DefaultSortedSetDocValuesReaderState(reader) : null;
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    PrintStream out = new PrintStream(System.out, true, "UTF-8");
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      long begin = System.nanoTime();
      Query query = query(line.split(" "), boosts);
      FacetsCollector collector = withFacets ? new FacetsCollector() : null;
      TopDocs top =
          withFacets
              ? FacetsCollector.search(searcher, query, PAGE_SIZE, collector)
              : searcher.search(query, PAGE_SIZE);
      List<String> ids = new ArrayList<>();
      for (ScoreDoc hit : top.scoreDocs) ids.add(searcher.doc(hit.doc).get("id"));
      List<FacetResult> counted = new ArrayList<>();
      if (withFacets) {
        Facets facets = new SortedSetDocValuesFacetCounts(state, collector);
        for (String column : columns) counted.add(facets.getTopChildren(FACET_LIMIT, column));
      }
      double time = (System.nanoTime() - begin) / 1e6;
      StringBuilder answer = new StringBuilder();
      answer.append(time).append('\t').append(top.totalHits).append('\t').append(String.join("\u001f", ids));
      for (int i = 0; i < columns.length; i++) {
        answer.append('\t').append(columns[i]);
        if (counted.get(i) == null) continue;
        for (LabelAndValue child : counted.get(i).labelValues) {
          answer.append('\u001f').append(child.label).append('\u001f').append(child.value.intValue());
        }
      }
      out.println(answer);
    }
  }

  private static Query query(String[] words, Map<String, Float> boosts) {
    BooleanQuery all = new BooleanQuery();
    for (String word : words) {
      BooleanQuery anyField = new BooleanQuery(true);
      for (Map.Entry<String, Float> field : boosts.entrySet()) {
        TermQuery term = new TermQuery(new Term(field.getKey(), word));
        term.setBoost(field.getValue());
        anyField.add(term, Occur.SHOULD);
      }
      all.add(anyField, Occur.MUST);
    }
    return all;
  }
}
