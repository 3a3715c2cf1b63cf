import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.PDFAValidator;
import org.verapdf.pdfa.VeraPDFFoundry;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.TestAssertion;
import org.verapdf.pdfa.results.TestAssertion.Status;

/**
 * Judges PDF files by the rules of flavours, until its input ends. A line of input is a flavour
 * (`ua1` for PDF/UA-1, `3u` for PDF/A-3u) and a file, separated by a tab. For each broken rule of
 * the file, prints a line with the rule, how often it is broken, and what it says, separated by
 * tabs; then a line with a full stop.
 */
public final class PdfJudge {
  private PdfJudge() {}

  public static void main(String[] words) throws Exception {
    VeraGreenfieldFoundryProvider.initialise();
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      String[] asked = line.split("\t", 2);
      judge(asked[1], PDFAFlavour.fromString(asked[0]));
      System.out.println(".");
      System.out.flush();
    }
  }

  private static void judge(String file, PDFAFlavour flavour) throws Exception {
    VeraPDFFoundry foundry = Foundries.defaultInstance();
    Map<String, String> rules = new LinkedHashMap<>();
    Map<String, Integer> counts = new LinkedHashMap<>();
    try (PDFAParser parser = foundry.createParser(new File(file), flavour)) {
      PDFAValidator validator = foundry.createValidator(flavour, false);
      for (TestAssertion found : validator.validate(parser).getTestAssertions()) {
        if (found.getStatus() != Status.FAILED) {
          continue;
        }
        String rule = found.getRuleId().getClause() + "-" + found.getRuleId().getTestNumber();
        rules.putIfAbsent(rule, found.getMessage().replaceAll("\\s+", " "));
        counts.merge(rule, 1, Integer::sum);
      }
    }
    rules.forEach(
        (rule, message) ->
            System.out.println(String.join("\t", rule, counts.get(rule).toString(), message)));
  }
}
