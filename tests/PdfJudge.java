import java.io.File;
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
 * Judges PDF files by the rules of flavours: `-ua1 a.pdf b.pdf -3u a.pdf` are two files by PDF/UA-1
 * and one by PDF/A-3u. For each broken rule of a file, prints a line with the flavour, the file, the
 * rule, how often it is broken, and what it says, separated by tabs.
 */
public final class PdfJudge {
  private PdfJudge() {}

  public static void main(String[] words) throws Exception {
    VeraGreenfieldFoundryProvider.initialise();
    PDFAFlavour flavour = null;
    for (String word : words) {
      if (word.startsWith("-")) {
        flavour = PDFAFlavour.fromString(word.substring(1));
      } else {
        judge(word, flavour);
      }
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
            System.out.println(
                String.join(
                    "\t", flavour.getId(), file, rule, counts.get(rule).toString(), message)));
  }
}
